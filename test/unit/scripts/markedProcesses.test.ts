import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { endMarked, findMarked } from '#scripts/desktop/markedProcesses.ts';
import { needsPrograms } from '#scripts/vitest/needs.ts';

const name = 'NOTAFTER_MARK_TEST';
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
});

/** A ready process with the mark; it may ignore SIGTERM. */
async function startMarked(value: string, program = 'echo ready; exec sleep 60'): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', program], { env: { ...process.env, [name]: value }, stdio: 'pipe' });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

describe('processes with a mark', needsPrograms, () => {
  it('are found, with their children', async () => {
    const value = randomUUID();
    const child = await startMarked(value, 'sleep 60 & echo ready; wait');
    // During exec, the environment of a process cannot be read.
    await expect.poll(() => findMarked(name, value)).toHaveLength(2);
    expect(await findMarked(name, value)).toContain(child.pid);
    expect(await findMarked(name, `${value}0`)).toEqual([]);
  });

  it('are ended, and no others', async () => {
    const value = randomUUID();
    const [marked, spared, other] = [
      await startMarked(value),
      await startMarked(value),
      await startMarked(randomUUID()),
    ];
    const gone = once(marked, 'exit');
    await endMarked({ name, value }, new Set([spared.pid]));
    await gone;
    expect(spared.exitCode).toBeNull();
    expect(spared.signalCode).toBeNull();
    expect(other.exitCode).toBeNull();
    expect(other.signalCode).toBeNull();
  });

  it('are killed if they ignore SIGTERM', async () => {
    const value = randomUUID();
    const child = await startMarked(value, "trap '' TERM; echo ready; while :; do sleep 0.1; done");
    const gone = once(child, 'exit');
    await endMarked({ name, value }, new Set(), 100);
    expect((await gone)[1]).toBe('SIGKILL');
  });
});
