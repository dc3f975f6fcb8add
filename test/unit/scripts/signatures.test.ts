import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readUpdateKeys } from '#main/settings/update/signedRelease.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { filesOf, sumsOf } from '#scripts/packaging/releaseFiles.ts';
import { checkSignatures, projectKeys, signingSteps } from '#scripts/release/signatures.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { releaseWith } from '#test/support/signedFeed.ts';

const major = /^OpenSSL (\d+)/u.exec(
  spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '',
)?.[1];
const needsOpenssl = needs(Number(major) >= 3, 'there is no OpenSSL 3');

const guide = readFileSync(join(projectFolder, 'docs/releasing.md'), 'utf8');
const packaging = readFileSync(join(projectFolder, 'docs/packaging.md'), 'utf8');
const password = 'pass:only for this test';

/** Runs a command as a maintainer does who types the password. */
function bash(line: string, folder: string): string {
  return execFileSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });
}

/** A release that was signed by the commands of the guide, with the key that they make. */
async function signed() {
  const home = mkdtempSync(join(tmpdir(), 'notafter-signatures-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'release-2.0.0');
  mkdirSync(folder);
  const made = [...guide.matchAll(/^openssl (?:genpkey|pkey) .*$/gmu)].map(([line]) => line);
  expect(made).toHaveLength(2);
  const [generate = '', show = ''] = made;
  bash(`${generate} -pass '${password}'`, home);
  const publicKey = bash(`${show} -passin '${password}'`, home).split('\n')[1] ?? '';
  for (const name of ['NotAfter-2.0.0-win-x64.exe', 'NotAfter-2.0.0-linux-amd64.deb'])
    writeFileSync(join(folder, name), name);
  const files = await filesOf(folder);
  const described = files.map(({ name, size, sha512 }) => ({ name, size, sha512 }));
  writeFileSync(join(folder, 'release.json'), JSON.stringify(releaseWith({ files: described })));
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(files));
  const sign = () => {
    const steps = signingSteps('2.0.0').filter((line) => line.startsWith('openssl'));
    expect(steps).toHaveLength(2);
    for (const step of steps) bash(`${step.replace('KEY', 'release-key.pem')} -passin '${password}'`, home);
  };
  sign();
  return { folder, publicKey, keys: readUpdateKeys(publicKey), sign };
}

it('what the commands of the guide sign is what installed apps accept', needsOpenssl, async () => {
  const { folder, keys } = await signed();
  expect(await checkSignatures(folder, keys)).toMatchObject({ version: '2.0.0' });
});

it('a person verifies the digests with the public key and openssl', needsOpenssl, async () => {
  const { folder, publicKey } = await signed();
  const [line = ''] = /^openssl pkeyutl -verify .*$/mu.exec(packaging) ?? [];
  writeFileSync(
    join(folder, 'notafter-release.pem'),
    `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`,
  );
  expect(bash(line, folder)).toBe('Signature Verified Successfully\n');
  writeFileSync(join(folder, 'SHA256SUMS'), 'other digests\n');
  expect(() => bash(line, folder)).toThrow();
});

it.each<[string, RegExp, (made: Awaited<ReturnType<typeof signed>>) => void]>([
  [
    'a file that was swapped',
    /other files/u,
    ({ folder }) => writeFileSync(join(folder, 'NotAfter-2.0.0-win-x64.exe'), 'x'),
  ],
  [
    'a file that is missing',
    /other files/u,
    ({ folder }) => rmSync(join(folder, 'NotAfter-2.0.0-win-x64.exe')),
  ],
  ['one more file', /other files/u, ({ folder }) => writeFileSync(join(folder, 'NotAfter-2.0.0-x'), 'x')],
  [
    'a missing signature',
    /SHA256SUMS\.sig is missing/u,
    ({ folder }) => rmSync(join(folder, 'SHA256SUMS.sig')),
  ],
  [
    'digests that were changed after the signature',
    /signature of SHA256SUMS/u,
    ({ folder }) => writeFileSync(join(folder, 'SHA256SUMS'), ''),
  ],
  [
    'a feed that was changed after the signature',
    /signature of release\.json/u,
    ({ folder }) => writeFileSync(join(folder, 'release.json'), '{}'),
  ],
  [
    'signed digests of other files',
    /SHA256SUMS has other digests/u,
    ({ folder, sign }) => {
      writeFileSync(join(folder, 'SHA256SUMS'), 'others\n');
      sign();
    },
  ],
])('%s is found before the release is published', needsOpenssl, async (_, reason, change) => {
  const made = await signed();
  change(made);
  await expect(checkSignatures(made.folder, made.keys)).rejects.toThrow(reason);
});

it('the keys of the project can be read, and without any nothing is accepted', async () => {
  expect(await projectKeys(projectFolder)).toBeInstanceOf(Array);
  await expect(checkSignatures(tmpdir(), [])).rejects.toThrow('names no key');
});

it('the guide has each step that a maintainer does after the draft', () => {
  for (const line of signingSteps('<version>'))
    expect(guide).toContain(line.replaceAll('<version>', '1.2.3'));
});
