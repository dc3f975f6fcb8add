import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The ids of all processes with `name=value` in their environment, except our own (Linux). Processes that a daemon or the
 * bus started for us have it too, whatever their parent is.
 */
export async function findMarked(name: string, value: string): Promise<readonly number[]> {
  const entry = `${name}=${value}`;
  const ids = (await readdir('/proc')).filter((file) => /^\d+$/.test(file)).map(Number);
  const marked = await Promise.all(
    ids.map(async (id) => {
      const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(entry);
    }),
  );
  return ids.filter((id, index) => id !== process.pid && marked[index] === true);
}

/**
 * Ends the processes with the mark in their environment, by id: SIGTERM, after a grace period SIGKILL.
 * @param spared ids of processes to leave running
 */
export async function endMarked(
  mark: { readonly name: string; readonly value: string },
  spared: ReadonlySet<number | undefined>,
  graceMs = 3_000,
): Promise<void> {
  const deadline = Date.now() + graceMs;
  const signalled = new Set<number>();
  for (;;) {
    const left = (await findMarked(mark.name, mark.value)).filter((id) => !spared.has(id));
    if (left.length === 0) {
      return;
    }
    const isLate = Date.now() >= deadline;
    for (const id of left.filter((each) => isLate || !signalled.has(each))) {
      signalled.add(id);
      end(id, isLate ? 'SIGKILL' : 'SIGTERM');
    }
    await wait(20);
  }
}

function end(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended meanwhile.
  }
}
