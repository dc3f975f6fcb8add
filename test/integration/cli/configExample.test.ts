import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone } from './askApp.ts';

/** Runs the program without Electron on data that it can't use: below a file no folder can be made. */
function withoutData(...words: readonly string[]) {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const program = join(projectFolder, 'main', 'server', 'index.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, `--user-data-dir=${join(file, 'data')}`, ...words],
    { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', LANG: 'C' }, encoding: 'utf8' },
  );
  return { code: status, out: stdout, err: stderr };
}

const posix = needs(process.platform !== 'win32', 'the program without Electron is for Linux');

it('before the first start, the example, the help and the version need no data folder', posix, () => {
  const example = withoutData('config', 'example');
  expect(example).toMatchObject({ code: 0, err: expect.stringContaining('notafter config import FILE') });
  expect(JSON.parse(example.out)).toMatchObject({ format: 'notafter-configuration' });
  expect(withoutData('--version')).toMatchObject({ code: 0, err: '' });
  expect(withoutData('config', 'import', '--help')).toMatchObject({ code: 0, err: '' });
  expect(withoutData('status')).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('can’t use'),
  });
});

it('the example is imported once its address, rids and hosts are replaced, without further options', async () => {
  const { out } = withoutData('config', 'example');
  const text = out
    .replace('https://certs.example.com', 'https://certs.invalid')
    .replace('"shop"', '"web"')
    .replace('"intranet"', '"wiki"')
    .replaceAll('example.com', 'invalid');
  const file = join(temporaryFolder(), 'config.json');
  writeFileSync(file, text);
  const desktop = new FakeDesktop({ userData: temporaryFolder(), secretProcess: new FakeSecretHost() });
  expect(await alone(desktop, `config import ${file}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nImported\.\n$/u),
  });
});
