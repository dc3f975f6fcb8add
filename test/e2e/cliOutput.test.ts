import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { commandOf, type Program, programs } from '#test/support/e2e/terminal.ts';
import { hasOwnMounts, noMounts, ownMounts } from '#test/support/mounts.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

let profile: string;

beforeAll(async () => {
  profile = profileWithOrders(await temporaryFolder(), 12);
});

/** Runs a shell's line, in which `"$@"` is a command of the program. @param launcher starts the shell */
function inShell(line: string, words: readonly string[], program: Program, launcher: readonly string[] = []) {
  const command = [...commandOf({ profile }, program), ...words];
  const [shell = '', ...args] = [...launcher, 'bash', '-c', line, 'bash', ...command];
  const env = { ...process.env, LANGUAGE: 'en', DISPLAY: '' };
  const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8', env });
  return { code: status, said: stderr.split('\n').filter((text) => text.includes('output')) };
}

const lost = 'Standard output could not be written (ENOSPC), so it is not complete.';
const commands = ['status --json', 'config export', 'metrics', 'check', 'completion bash', '--help'];

describe.each(programs)('standard output that cannot be written: %s', (program) => {
  test.each(commands)('is an exit code and a sentence: %s', (line) => {
    const { code, said } = inShell('"$@" > /dev/full', line.split(' '), program);
    expect({ code, said }).toEqual({ code: 3, said: [lost] });
  });

  test('is an exit code on a disk that has room for a part', needs(hasOwnMounts, noMounts), async () => {
    const disk = await temporaryFolder();
    const line = `mount -t tmpfs -o size=4k tmpfs ${disk} && { "$@" > ${join(disk, 'file')}; }`;
    const { code, said } = inShell(line, ['status', '--json'], program, ['unshare', ...ownMounts]);
    expect({ code, said }).toEqual({ code: 3, said: [lost] });
  });

  test('is the code of SIGPIPE and no sentence if the reader has ended', () => {
    const line = 'exec 3> >(:); wait $!; "$@" >&3';
    const { code, said } = inShell(line, ['status', '--json'], program);
    expect({ code, said }).toEqual({ code: 141, said: [] });
  });
});
