import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { endMarked, findMarked } from '#scripts/desktop/markedProcesses.ts';

const name = 'NOTAFTER_MARK_TEST';
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
});

/** A process that is ready and carries the mark; it may refuse to end by itself. */
async function startMarked(value: string, program = 'echo ready; exec sleep 60'): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', program], { env: { ...process.env, [name]: value }, stdio: 'pipe' });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

it('finds the processes that carry a mark, and their children', async () => {
  const value = randomUUID();
  const child = await startMarked(value, 'sleep 60 & echo ready; wait');
  // A process has no environment to be read for the moment in which it becomes another program.
  await expect.poll(() => findMarked(name, value)).toHaveLength(2);
  expect(await findMarked(name, value)).toContain(child.pid);
  expect(await findMarked(name, `${value}0`)).toEqual([]);
});

it('ends them and no other', async () => {
  const value = randomUUID();
  const [marked, spared, other] = [
    await startMarked(value),
    await startMarked(value),
    await startMarked(randomUUID()),
  ];
  const gone = once(marked, 'exit');
  await endMarked({ name, value }, new Set([spared.pid]));
  await gone;
  expect([spared.exitCode, spared.signalCode, other.exitCode, other.signalCode]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('ends by force what does not end when asked', async () => {
  const value = randomUUID();
  const child = await startMarked(value, "trap '' TERM; echo ready; while :; do sleep 0.1; done");
  const gone = once(child, 'exit');
  await endMarked({ name, value }, new Set(), 100);
  expect((await gone)[1]).toBe('SIGKILL');
});
