import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { packageMaker } from '#scripts/packaging/fpmOrder.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';

/** Makes a package of one file. @returns the package */
async function packageOf(kind: 'deb' | 'rpm', ...options: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  const [source, script, made] = ['source', 'script.sh', `small.${kind}`].map((name) => join(folder, name));
  await mkdir(source ?? '');
  await writeFile(join(source ?? '', 'hello.txt'), 'hello\n');
  await writeFile(script ?? '', '#!/bin/sh\ntrue\n');
  await runOrThrow(packageMaker, [
    ...['-s', 'dir', '--force', '-t', kind, '--package', made ?? '', '--name', 'small', '--version', '1.0'],
    ...['--architecture', 'amd64', '--maintainer', 'A <a@x.invalid>', '--vendor', 'A', '--license', 'MIT'],
    ...['--url', 'https://x.invalid/', '--category', 'net', '--description', 'Small'],
    ...['--after-install', script ?? '', '--after-remove', script ?? '', ...options],
    `${source}/=/opt/small`,
  ]);
  return made ?? '';
}

// What electron-builder asks for in a release, and what the other tests ask for to be quick.
test.each([
  ['xzmt', 'xz'],
  ['gzip', 'gzip'],
])('an rpm is compressed with %s', async (asked, found) => {
  const rpm = await packageOf('rpm', '--rpm-compression', asked);
  expect(await runOrThrow('rpm', ['-qp', '--queryformat', '%{PAYLOADCOMPRESSOR}', rpm])).toBe(found);
  expect(await runOrThrow('rpm', ['-qpl', rpm])).toContain('/opt/small/hello.txt');
});

test.each(['xz', 'gz'])('a deb is compressed with %s', async (asked) => {
  const deb = await packageOf('deb', '--deb-compression', asked);
  expect(await runOrThrow('ar', ['t', deb])).toContain(`data.tar.${asked}`);
  expect(await runOrThrow('dpkg-deb', ['--contents', deb])).toContain('/opt/small/hello.txt');
});
