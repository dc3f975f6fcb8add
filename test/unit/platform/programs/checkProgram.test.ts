import { describe, expect, it } from 'vitest';
import { checkProgram } from '#main/platform/programs/checkProgram.ts';
import { err, ok } from '#shared/result.ts';

function check(command: readonly string[], platform: NodeJS.Platform = 'linux') {
  const programs = new Set([
    '/usr/bin/systemctl',
    '/opt/a b/reload',
    '/usr/bin/run.cmd',
    'C:\\Windows\\System32\\net.exe',
    'C:\\Tools\\npm.cmd',
    'C:\\Tools\\x.ps1',
    'D:\\run.exe',
    '\\run.exe',
    'relative/reload',
  ]);
  const searchPath =
    platform === 'win32' ? '.;\\;C:\\Windows\\System32;C:\\Tools' : 'relative::/usr/local/bin:/usr/bin';
  return checkProgram(command, { platform, searchPath, isProgram: async (path) => programs.has(path) });
}

describe('a command', () => {
  it('is stored exactly as entered', async () => {
    const command = ['/opt/a b/reload', '', ' $(reboot); ', '"*"', '--\\x', '网'];
    expect(await check(command)).toEqual(ok(command));
  });

  it('has its program looked up once, in fixed folders', async () => {
    expect(await check(['systemctl', 'reload', 'nginx'])).toEqual(
      ok(['/usr/bin/systemctl', 'reload', 'nginx']),
    );
    expect(await check(['reload'])).toEqual(err('notAProgram'));
    expect(await check(['run.cmd'])).toEqual(ok(['/usr/bin/run.cmd']));
  });

  it.each([
    ['empty', []],
    ['empty', ['']],
    ['empty', [' ', 'x']],
    ['notAProgram', ['nobody']],
    ['notAProgram', ['/usr/bin/nobody']],
    ['notAProgram', ['./systemctl']],
    ['notAProgram', ['relative/reload']],
    ['notAProgram', ['..']],
    ['tooMany', ['systemctl', ...Array<string>(11).fill('x')]],
    ['tooLong', ['systemctl', 'x'.repeat(500)]],
    ['controlCharacters', ['systemctl', 'a\u0000b']],
    ['controlCharacters', ['systemctl', 'a\nb']],
    ['controlCharacters', ['systemctl', '\u001b[2J']],
    ['controlCharacters', ['systemctl', '\ud800']],
  ] as const)('is refused as %s: %j', async (reason, command) => {
    expect(await check(command)).toEqual(err(reason));
  });

  it.each([
    ['net', ok(['C:\\Windows\\System32\\net.exe'])],
    ['NET.EXE', err('notAProgram')],
    ['D:\\run.exe', ok(['D:\\run.exe'])],
    ['\\run.exe', err('notAProgram')],
    ['run.exe', err('notAProgram')],
    ['D:run.exe', err('notAProgram')],
    ['npm', err('needsAShell')],
    ['C:\\Tools\\npm.cmd', err('needsAShell')],
    ['x.BAT', err('needsAShell')],
    ['C:\\Tools\\x.ps1', err('notAProgram')],
  ])('must be a program on Windows, not a script: %s', async (name, result) => {
    expect(await check([name], 'win32')).toEqual(result);
  });
});
