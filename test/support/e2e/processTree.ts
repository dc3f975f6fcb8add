import { readFile } from 'node:fs/promises';

/** A process, with data of the kernel. */
export interface TreeProcess {
  readonly pid: number;
  readonly command: string;
  /** The soft and the hard limit for core dumps, as `/proc` writes them. */
  readonly coreLimits: readonly string[];
}

/** A process and all its descendants (Linux). */
export async function processTree(pid: number): Promise<readonly TreeProcess[]> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8');
  const [command, limits, children] = await Promise.all([
    read('cmdline'),
    read('limits'),
    read(`task/${pid}/children`),
  ]);
  const coreLimits = /^Max core file size +(\S+) +(\S+)/m.exec(limits)?.slice(1) ?? [];
  const ids = children.split(' ').filter(Boolean).map(Number);
  // One may have ended by now.
  const below = await Promise.all(ids.map((id) => processTree(id).catch(() => [])));
  return [{ pid, command: command.replaceAll('\0', ' '), coreLimits }, ...below.flat()];
}

/** The processes of pages below the app's process. */
export async function pageProcesses(pid: number): Promise<readonly TreeProcess[]> {
  const all = await processTree(pid);
  return all.filter(({ command }) => command.includes('--type=renderer'));
}
