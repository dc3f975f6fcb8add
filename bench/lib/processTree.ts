import { readdir, readFile } from 'node:fs/promises';

/** What a program's processes used so far, all together. */
export interface Usage {
  /** Nanoseconds on a processor. */
  readonly cpuNs: number;
  /** How often a thread went to sleep of its own will, which is as often as one was woken. */
  readonly wakeUps: number;
}

/** The ids of a process and of all below it, those that the zygote forked too (Linux). */
export async function processTree(root: number): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const id of ids) {
    const stat = await read(`/proc/${id}/stat`);
    // The name, in parentheses, may hold anything.
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

/** What the processes used so far. */
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

/** How many of the processes are renderers. */
export async function countRenderers(ids: readonly number[]): Promise<number> {
  const lines = await Promise.all(ids.map((id) => read(`/proc/${id}/cmdline`)));
  return lines.filter((line) => line.includes('--type=renderer')).length;
}

/** Text of a file of /proc; empty when its process is gone. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
