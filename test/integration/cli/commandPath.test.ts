import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askHolder } from '#main/cli/client.ts';
import { commandPath } from '#main/cli/commandPath.ts';
import type { RunRequest } from '#main/cli/protocol.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { startTestApp, type TestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { notafter } from './askApp.ts';

const silent = { out: () => undefined, err: () => undefined };
const writes = { kind: 'writes', text: '' } as const;
const request: RunRequest = {
  kind: 'run',
  words: [],
  cwd: '/',
  process: process.pid,
  credentials: null,
  secret: null,
  path: null,
  terminal: { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' },
};

describe('paths of a command', needs(process.platform === 'linux', 'only Linux has /proc'), () => {
  let test: TestApp;
  let folder: string;
  /** The app's configuration. */
  let text: string;

  beforeEach(async () => {
    test = await startTestApp();
    folder = temporaryFolder();
    text = (await notafter(test, 'config export')).out;
    writeFileSync(join(folder, 'config.json'), text);
    writeFileSync(join(folder, 'log'), 'before\n');
  });

  /** The number of another process with these descriptors, as a shell opens them. */
  async function processWith(redirections: string): Promise<number> {
    const line = `exec 1>&- 2>&-; exec sleep 60 ${redirections}`;
    const child = spawn('bash', ['-c', line], { cwd: folder, stdio: 'ignore' });
    onTestFinished(() => void child.kill());
    const isSleeping = () => readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim() === 'sleep';
    await vi.waitFor(() => expect(isSleeping()).toBe(true));
    return child.pid ?? 0;
  }

  it.each([
    ['a file', '/dev/stdin', '< config.json'],
    ['a pipe', '/dev/stdin', '< <(cat config.json)'],
    ['a pipe of a shell', '/dev/fd/9', '9< <(cat config.json)'],
    ['a descriptor', '/proc/self/fd/9', '9< config.json'],
    ['a descriptor of a thread', '/proc/thread-self/fd/9', '9< config.json'],
    ['its folder', '/proc/self/cwd/config.json', ''],
  ])('lead to what its process reads: %s, %s', async (_what, path, redirection) => {
    const command = { process: await processWith(redirection) };
    const done = await notafter(test, ['config', 'import', '--dry-run', path], command);
    expect(done).toMatchObject({ code: 0, err: '' });
  });

  it('lead through links of the user', async () => {
    const link = join(folder, 'link');
    symlinkSync('/dev/stdin', link);
    expect(commandPath('link', { cwd: folder, process: 77 })).toBe('/proc/77/fd/0');
    expect(commandPath('config.json', { cwd: folder, process: 77 })).toBe(join(folder, 'config.json'));
    expect(commandPath('/nowhere/../x', { cwd: folder, process: 77 })).toBe('/x');
  });

  it('of standard output print', async () => {
    const printed = await notafter(test, 'config export --out /dev/stdout', {
      process: await processWith('> log'),
    });
    expect(printed).toEqual({ code: 0, out: text, err: '' });
    const metrics = await notafter(test, 'metrics --out /dev/fd/1');
    expect(metrics).toMatchObject({ code: 0, out: expect.stringContaining('notafter_'), err: '' });
  });

  it('are opened by the process of the command alone', async () => {
    const file = join(folder, 'out');
    const client = { userData: test.desktop.userData, platform: process.platform, output: silent };
    for (const words of [
      ['metrics', '--out', file],
      ['config', 'export', '--out', file],
      ['config', 'import', join(folder, 'config.json')],
      ['export', 'shop', '--preset', 'nginx', '--to', folder],
    ]) {
      // As the native client asks, which does not read the words.
      expect(await askHolder(client, { ...request, words }), words.join(' ')).toEqual({ kind: 'noApp' });
    }
    expect(
      await askHolder(client, { ...request, words: ['config', 'export', '--out', file], path: writes }),
    ).toEqual({ kind: 'exit', code: 0 });
    expect(readdirSync(folder)).not.toContain('out');
    expect(await notafter(test, ['config', 'import', '--dry-run', join(folder, 'none')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('“none” was not found'),
    });
  });

  it('of a file are written when the command succeeds, relative to its own folder', async () => {
    const written = await notafter(test, 'config export --out out.json --json', { cwd: folder });
    expect(written).toMatchObject({ code: 0, err: '' });
    const file = join(folder, 'out.json');
    expect(JSON.parse(written.out)).toEqual({ schema: 1, changed: true, file });
    expect(readFileSync(file, 'utf8')).toBe(text);
    symlinkSync('/nowhere', join(folder, 'broken'));
    const refused = await notafter(test, 'config export --out broken --json', { cwd: folder });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('“broken”') });
    expect(JSON.parse(refused.out)).toMatchObject({ changed: false, error: { kind: 'fileSystem' } });
    const failed = await notafter(test, 'metrics --tag-label=! --out failed', { cwd: folder });
    expect(failed).toMatchObject({ code: 3, out: '' });
    expect(readdirSync(folder)).not.toContain('failed');
  });

  it('of other output append to it, and replace no file', async () => {
    writeFileSync(join(folder, 'log'), 'before\n');
    const command = { process: await processWith('9>> log') };
    expect(await notafter(test, 'config export --out /dev/fd/9', command)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(`before\n${text}`);
  });
});
