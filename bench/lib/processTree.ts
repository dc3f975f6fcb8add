import { readdir, readFile } from 'node:fs/promises';

/** Resources that all processes of a program have used. */
export interface Usage {
  /** Processor time in nanoseconds. */
  readonly cpuNs: number;
  /** Voluntary context switches of all threads, which equal their wake-ups. */
  readonly wakeUps: number;
}

/** The ids of a process and all its descendants, including those of the zygote (Linux). */
export async function processTree(root: number): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const id of ids) {
    const stat = await read(`/proc/${id}/stat`);
    // The name, in parentheses, can contain any character.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    parents.set(id, Number(parent));
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return id === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return ids.filter(isBelow);
}

/** Proportional set size of all processes together, in bytes. */
export async function proportionalBytes(ids: readonly number[]): Promise<number> {
  let kilobytes = 0;
  for (const id of ids) {
    const rollup = await read(`/proc/${id}/smaps_rollup`);
    kilobytes += Number(/^Pss:\s+(\d+) kB$/mu.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes * 1024;
}

/** The resources that processes have used. */
export async function usageOf(ids: readonly number[]): Promise<Usage> {
  let cpuNs = 0;
  let wakeUps = 0;
  for (const id of ids) {
    for (const thread of await readdir(`/proc/${id}/task`).catch(() => [])) {
      const folder = `/proc/${id}/task/${thread}`;
      cpuNs += Number((await read(`${folder}/schedstat`)).split(' ')[0]);
      const status = await read(`${folder}/status`);
      wakeUps += Number(/^voluntary_ctxt_switches:\s+(\d+)$/mu.exec(status)?.[1] ?? 0);
    }
  }
  return { cpuNs, wakeUps };
}

/** The renderers among the processes. */
export async function renderersOf(ids: readonly number[]): Promise<readonly number[]> {
  const lines = await Promise.all(ids.map((id) => read(`/proc/${id}/cmdline`)));
  return ids.filter((_, index) => lines[index]?.includes('--type=renderer') === true);
}

/** The text of a file in /proc; empty if its process has ended. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
