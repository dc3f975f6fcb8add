import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readFirstLine } from '#main/cli/firstLine.ts';
import { exportPassphraseProblem } from '#main/deployment/export/presetFiles.ts';
import { buildPkcs12, type Pkcs12Input } from '#main/x509/pkcs12/buildPkcs12.ts';
import { encryptKey } from '#main/x509/pkcs12/encryptedKey.ts';
import { checkPkcs12, openPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { keyFormsOf, makeInput, unwrap } from '#test/unit/x509/pkcs12/pkcs12Fixtures.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'pkcs12-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** A unique path. */
function newPath(): string {
  files += 1;
  return join(folder, `${files}.p12`);
}

async function writeFile(input: Pkcs12Input): Promise<string> {
  const path = newPath();
  writeFileSync(path, unwrap(await buildPkcs12(input)));
  return path;
}

async function openssl(passphrase: string, ...args: readonly string[]): Promise<string> {
  // Passphrases are passed in the environment, because all users can see command lines.
  const { stdout, stderr } = await run('openssl', [...args], { env: { ...process.env, PASS: passphrase } });
  return stdout + stderr;
}

const javaPassphrase = 'another horse';

/** Java takes a third less processor time if it prepares for a run as short as these. */
const javaOptions = ['-J-Duser.language=en', '-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];

async function keytool(passphrase: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', PASS: passphrase, NEW_PASS: javaPassphrase };
  return (await run('keytool', [...javaOptions, ...args], { env })).stdout;
}

const isLegacy = (profile: Pkcs12Input['profile']) => (profile === 'compatible' ? ['-legacy'] : []);

function blocks(text: string): readonly string[] {
  return (text.match(/-----BEGIN .*?-----END [A-Z ]+-----/gsu) ?? []).map((block) => `${block}\n`);
}

function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

const profiles = ['modern', 'compatible'] as const;
/** Only for OpenSSL: Java before version 25 takes ASCII passphrases only (JDK-8348732). */
const scripts = ['correct horse', 'Prüfung äöü ß', '密码短语'];

describe.each(profiles)('OpenSSL reads a %s file', (profile) => {
  it.each(keyFormsOf(profile))('with a $kind key that was $encoding', async (form) => {
    const input = await makeInput({ profile }, form);
    const path = await writeFile(input);
    const read = ['pkcs12', '-in', path, '-passin', 'env:PASS', ...isLegacy(profile)];
    const [key, ...certificates] = blocks(
      (await openssl(input.passphrase, ...read, '-nodes', '-nocerts')) +
        (await openssl(input.passphrase, ...read, '-nokeys')),
    );
    expect(createPrivateKey(key ?? '').export({ type: 'pkcs8', format: 'pem' })).toBe(input.pkcs8);
    expect(certificates).toEqual([input.leafPem, ...input.chainPem]);
  });

  it.each(scripts)('with the passphrase “%s”', async (passphrase) => {
    const path = await writeFile(await makeInput({ profile, passphrase }));
    const read = ['pkcs12', '-in', path, '-passin', 'env:PASS', '-nodes', ...isLegacy(profile)];
    expect(blocks(await openssl(passphrase, ...read))).toHaveLength(4);
    await expect(openssl(`${passphrase}x`, ...read)).rejects.toThrow('invalid password');
  });

  it('with the name on key and leaf, and one identifier on both', async () => {
    const input = await makeInput({ profile, friendlyName: 'My shop' });
    const path = await writeFile(input);
    const text = await openssl(
      input.passphrase,
      ...['pkcs12', '-in', path, '-passin', 'env:PASS', '-nodes', ...isLegacy(profile)],
    );
    const ids = text.match(/localKeyID: .*/gu) ?? [];
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(text.match(/friendlyName: My shop/gu)).toHaveLength(2);
  });
});

describe('OpenSSL finds', () => {
  it.each([
    [
      'modern' as const,
      'MAC: sha256, Iteration 10000\nMAC length: 32, salt length: 8\n',
      'PBES2, PBKDF2, AES-256-CBC, Iteration 10000, PRF hmacWithSHA256\n',
    ],
    [
      'compatible' as const,
      'MAC: sha1, Iteration 2048\nMAC length: 20, salt length: 8\n',
      'pbeWithSHA1And3-KeyTripleDES-CBC, Iteration 2048\n',
    ],
  ])('the intended algorithms in a %s file', async (profile, mac, encryption) => {
    const input = await makeInput({ profile });
    const path = await writeFile(input);
    const text = await openssl(
      input.passphrase,
      ...['pkcs12', '-in', path, '-passin', 'env:PASS', '-info', '-noout', ...isLegacy(profile)],
    );
    expect(text).toContain(mac);
    expect(text).toContain(`PKCS7 Encrypted data: ${encryption}`);
    expect(text).toContain(`Shrouded Keybag: ${encryption}`);
  });
});

/** One form of each kind of key: whatever its encoding was, a file has it as PKCS#8. A run of Java takes long. */
function kindsOf(profile: Pkcs12Input['profile']) {
  return [...Map.groupBy(keyFormsOf(profile), ({ kind }) => kind).values()].flatMap(([form]) => form ?? []);
}

describe.each(profiles)('Java reads a %s file', (profile) => {
  it('with all certificates of the chain', async () => {
    const input = await makeInput({ profile });
    const path = await writeFile(input);
    const store = ['-keystore', path, '-storetype', 'PKCS12', '-storepass:env', 'PASS'];
    const listed = await keytool(input.passphrase, '-list', '-v', ...store);
    expect(listed).toContain('Alias name: shop.example.com\n');
    expect(listed).toContain('Entry type: PrivateKeyEntry\n');
    expect(listed).toContain('Certificate chain length: 3\n');
    for (const pem of [input.leafPem, ...input.chainPem]) expect(listed).toContain(fingerprintOf(pem));
  });

  it('and returns its name, in any script', async () => {
    const input = await makeInput({ profile, friendlyName: 'läden 店' });
    const store = ['-keystore', await writeFile(input), '-storetype', 'PKCS12'];
    const listed = await keytool(input.passphrase, '-list', '-v', ...store, '-storepass:env', 'PASS');
    expect(listed).toContain('Alias name: läden 店\n');
  });

  it.each(kindsOf(profile))('and decrypts its $kind key', async (form) => {
    const input = await makeInput({ profile }, form);
    // Java decrypts the key to store it in its own file with another passphrase.
    const written = await importedByJava(await writeFile(input), input.passphrase);
    expect(await checkPkcs12(readFileSync(written), javaPassphrase, input)).toEqual({
      ok: true,
      value: null,
    });
  });
});

async function importedByJava(path: string, passphrase: string): Promise<string> {
  const target = newPath();
  await keytool(
    passphrase,
    ...['-importkeystore', '-noprompt'],
    ...['-srckeystore', path, '-srcstoretype', 'PKCS12', '-srcstorepass:env', 'PASS'],
    ...['-destkeystore', target, '-deststoretype', 'PKCS12', '-deststorepass:env', 'NEW_PASS'],
  );
  return target;
}

/** NSS, whose passphrase is a BMPString as in Windows (RFC 7292, appendix B.1). @returns what it lists */
async function pk12util(path: string, passphrase: string): Promise<string> {
  const [database, file] = [mkdtempSync(join(folder, 'nss-')), newPath()];
  writeFileSync(file, passphrase, { mode: 0o600 });
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  await run('certutil', ['-N', '-d', `sql:${database}`, '--empty-password'], { env });
  return (await run('pk12util', ['-l', path, '-d', `sql:${database}`, '-w', file], { env })).stdout;
}

describe.each(profiles)('NSS reads a %s file', (profile) => {
  it.each(scripts)('with the passphrase “%s”', async (passphrase) => {
    const path = await writeFile(await makeInput({ profile, passphrase }));
    expect(await pk12util(path, passphrase)).toContain('Certificate(has private key)');
    await expect(pk12util(path, `${passphrase}x`)).rejects.toThrow('Command failed');
  });
});

describe('a file opens with what a person types, where the passphrase came from a file in', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  it.each([
    ['UTF-8 with its mark', Buffer.from('\ufeffSecret-12345\r\n'), 'Secret-12345'],
    ['UTF-16', utf16('\ufeffSecret-12345\r\n'), 'Secret-12345'],
    ['UTF-16 without a mark', utf16('Secret-12345'), 'Secret-12345'],
    ['UTF-16 in network order', utf16('\ufeffPrüfung 密码\n').swap16(), 'Prüfung 密码'],
    ['UTF-8 with a zero byte at its end', Buffer.from('Prüfung\0'), 'Prüfung'],
  ])('%s', async (_, content, typed) => {
    const file = newPath();
    writeFileSync(file, content, { mode: 0o600 });
    const line = readFirstLine(file, 1024);
    if (!line.ok) throw new Error(line.error);
    expect(exportPassphraseProblem(line.value, false)).toBeNull();
    const input = await makeInput({ passphrase: line.value });
    const path = await writeFile(input);
    const read = ['pkcs12', '-in', path, '-passin', 'env:PASS', '-nodes'];
    expect(blocks(await openssl(typed, ...read))).toHaveLength(4);
    const key = newPath();
    writeFileSync(key, unwrap(await encryptKey(input.keyPem, line.value)));
    expect(await openssl(typed, 'pkey', '-in', key, '-passin', 'env:PASS')).toContain('BEGIN PRIVATE KEY');
    if (typed !== 'Secret-12345') return;
    const store = ['-keystore', path, '-storetype', 'PKCS12', '-storepass:env', 'PASS'];
    expect(await keytool(typed, '-list', ...store)).toContain('PrivateKeyEntry');
  });
});

it('OpenSSL opens a compatible file in a terminal with Latin-1, where it takes each byte for a character', async () => {
  const path = await writeFile(await makeInput({ profile: 'compatible', passphrase: 'Prüfung' }));
  const typed = newPath();
  writeFileSync(typed, Buffer.from('Prüfung', 'latin1'), { mode: 0o600 });
  const read = ['pkcs12', '-in', path, '-passin', `file:${typed}`, '-nodes', '-legacy'];
  expect(blocks(await openssl('', ...read))).toHaveLength(4);
});

describe('NotAfter opens', () => {
  it.each([
    ['AES-256 and SHA-256', []],
    [
      'Triple DES and SHA-1',
      ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1', '-legacy'],
    ],
  ])('files that OpenSSL wrote with %s', async (_, algorithms) => {
    const input = await makeInput({ passphrase: 'Prüfung 密码' });
    const [pem, path] = [newPath(), newPath()];
    writeFileSync(pem, [input.keyPem, input.leafPem, ...input.chainPem].join(''), { mode: 0o600 });
    await openssl(
      input.passphrase,
      ...['pkcs12', '-export', '-in', pem, '-out', path, '-passout', 'env:PASS', ...algorithms],
    );
    const opened = unwrap(await openPkcs12(readFileSync(path), input.passphrase));
    expect(opened.keyPem).toBe(input.pkcs8);
    expect(opened.certificatePems).toEqual([input.leafPem, ...input.chainPem]);
  });
});
