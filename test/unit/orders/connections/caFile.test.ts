import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CaFiles, countCertificates, readCaFile } from '#main/orders/connections/caFiles.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { labelled, pkcs7Of, pkcs12Of } from '#test/support/containerFiles.ts';
import { type Crafted, craft } from '#test/support/craftedChains.ts';
import { selfSigned, type TestCertificate } from '#test/support/testCertificates.ts';

let folder = '';
let root: TestCertificate;
let other: TestCertificate;
let server: TestCertificate;
/** Of a server, by an authority. */
let issued: Crafted;

const p12 = () => pkcs12Of(root.keyPem, root.pem);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-ca-'));
  [root, other, server] = await Promise.all([
    selfSigned('Test Root', true),
    selfSigned('Other Root', true),
    selfSigned('box.example.com', false),
  ]);
  issued = await craft({ subject: 'CN=a.example' }, await craft({ subject: 'CN=CA' }, null));
});

afterAll(() => rm(folder, { recursive: true }));

async function file(content: string | Buffer, name = 'extra-ca.pem'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const invalid = (reason: string) => ({
  ok: false,
  error: { kind: 'invalidInput', field: 'caFile', reason },
});

describe('readCaFile', () => {
  it('reads PEM with words around it and Windows line ends', async () => {
    const text = `Our roots\r\n\r\n${root.pem.replaceAll('\n', '\r\n')}and\r\n${other.pem}`;
    const ca = await readCaFile(await file(text));
    expect(ca).toMatchObject({ ok: true, value: { fileName: 'extra-ca.pem' } });
    expect(ca.ok && countCertificates(ca.value.pem)).toBe(2);
  });

  it('reads DER', async () => {
    const ca = await readCaFile(await file(root.der, 'root.cer'));
    expect(ca.ok && countCertificates(ca.value.pem)).toBe(1);
  });

  it('takes the certificate of a server that signed itself', async () => {
    expect(await readCaFile(await file(server.pem))).toMatchObject({ ok: true });
  });

  it('leaves a private key where it is', async () => {
    const ca = await readCaFile(await file(root.keyPem + root.pem));
    expect(ca).toMatchObject({ ok: true });
    expect(JSON.stringify(ca)).not.toContain('PRIVATE KEY');
  });

  const p7b = () => pkcs7Of(root.der, server.der);
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  const both = () => root.pem + other.pem;
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  it.each<[string, () => string | Buffer]>([
    ['UTF-8 with its mark', () => `\ufeff${both()}`],
    ['UTF-16, as PowerShell redirects it', () => utf16(`\ufeff${both().replaceAll('\n', '\r\n')}`)],
    ['UTF-16 in network order', () => utf16(`\ufeff${both()}`).swap16()],
    ['UTF-16 without a mark', () => utf16(both())],
    ['Latin-1 with words around it', () => Buffer.from(`Société\n${both()}`, 'latin1')],
    ['one line', () => both().replaceAll('\n', '')],
    ['one line with spaces', () => both().replaceAll('\n', ' ')],
    ['one line with written line ends', () => both().replaceAll('\n', '\\n')],
    ['PKCS#7', p7b],
    ['PKCS#7 as PEM', () => labelled('PKCS7', p7b())],
    ['PKCS#7 as base64, as Windows saves it', () => base64(p7b())],
    ['PEM with the certificate of a server', () => root.pem + server.pem],
    [
      'PEM with a request',
      () => `-----BEGIN CERTIFICATE REQUEST-----\nMA==\n-----END CERTIFICATE REQUEST-----\n${both()}`,
    ],
  ])('reads two certificates in %s', async (_name, content) => {
    const ca = await readCaFile(await file(content()));
    expect(ca).toMatchObject({ ok: true });
    expect(ca.ok && countCertificates(ca.value.pem)).toBe(2);
    expect(ca.ok && ca.value.pem).toContain(base64(root.der).slice(0, 64));
  });

  it('reads the base64 of DER', async () => {
    const ca = await readCaFile(await file(base64(root.der).replaceAll(/(.{64})/gu, '$1\r\n')));
    expect(ca.ok && countCertificates(ca.value.pem)).toBe(1);
  });

  const broken = () => root.pem.replace(/[A-Za-z0-9]{30}/u, '');
  it.each<[string, string, () => string | Buffer | Promise<Buffer>]>([
    ['nothing', 'empty', () => ''],
    ['only a byte order mark', 'empty', () => utf16('\ufeff\r\n')],
    ['other text', 'notACertificate', () => 'hello'],
    ['other data', 'notACertificate', () => Buffer.from('feedfeed00000002', 'hex')],
    [
      'a request',
      'notACertificate',
      () => '-----BEGIN CERTIFICATE REQUEST-----\nMA==\n-----END CERTIFICATE REQUEST-----\n',
    ],
    ['a key', 'keyInPlaceOfCertificate', () => root.keyPem],
    ['a key in DER', 'notACertificate', () => Buffer.from(root.keyPem.replaceAll(/-.*-|\n/gu, ''), 'base64')],
    ['PKCS#12', 'pkcs12', p12],
    ['PKCS#12 as base64', 'pkcs12', async () => Buffer.from(base64(await p12()))],
    ['a broken block', 'damagedCertificate', broken],
    ['one broken block among good ones', 'damagedCertificate', () => root.pem + broken()],
    ['a block without its end', 'damagedCertificate', () => root.pem + other.pem.slice(0, 200)],
    ['a block that another one interrupts', 'damagedCertificate', () => other.pem.slice(0, 200) + root.pem],
    [
      'broken PKCS#7',
      'damagedCertificate',
      () => Buffer.concat([p7b(), Buffer.from('00', 'hex')]).fill(0xff, 40, 60),
    ],
    ['the certificate of a server', 'notAnAuthority', () => issued.pem],
    ['more than 500 certificates', 'tooMany', () => root.pem.repeat(501)],
  ])('refuses %s, with the cause', async (_name, reason, content) => {
    expect(await readCaFile(await file(await content()))).toEqual(invalid(reason));
  });

  it('refuses more than 1 MiB', async () => {
    expect(await readCaFile(await file(root.pem + ' '.repeat(1024 * 1024)))).toEqual(invalid('tooLong'));
  });

  it('refuses more than 1 MiB from a file that tells no size', needsPosix, async () => {
    expect(await readCaFile('/dev/zero')).toEqual(invalid('tooLong'));
  });

  it('says why a file cannot be read', async () => {
    expect(await readCaFile(join(folder, 'gone.pem'))).toEqual({
      ok: false,
      error: { kind: 'fileSystem', reason: 'notFound', code: 'ENOENT', name: 'gone.pem' },
    });
    expect(await readCaFile(folder)).toMatchObject({ error: { kind: 'fileSystem', reason: 'notRegular' } });
  });

  it('says that a file must not be read', needsPosix, async () => {
    const path = await file(root.pem, 'closed.pem');
    await chmod(path, 0);
    const closed = await readCaFile(path);
    // The superuser may read anything.
    const isRoot = process.getuid?.() === 0;
    expect(closed).toMatchObject(isRoot ? { ok: true } : { error: { reason: 'permission' } });
  });
});

describe('CaFiles', () => {
  function setUp(path: string | null) {
    let count = 0;
    return new CaFiles(
      async () => path,
      () => {
        count += 1;
        return `ca-${count}`;
      },
    );
  }

  it('keeps a chosen file by its id', async () => {
    const files = setUp(await file(root.pem));
    expect(await files.choose()).toEqual({
      ok: true,
      value: { id: 'ca-1', fileName: 'extra-ca.pem', certificates: 1 },
    });
    expect(files.resolve({ kind: 'chosen', id: 'ca-1' }, null)).toMatchObject({
      ok: true,
      value: { fileName: 'extra-ca.pem' },
    });
  });

  it('gives nothing when the dialog is closed, and an error for a file that is no certificate', async () => {
    expect(await setUp(null).choose()).toEqual({ ok: true, value: null });
    expect(await setUp(await file('hello')).choose()).toEqual(invalid('notACertificate'));
  });

  it('knows no file that was not chosen, and forgets old ones', async () => {
    const files = setUp(await file(root.pem));
    expect(files.resolve({ kind: 'chosen', id: 'ca-1' }, null)).toEqual({
      ok: false,
      error: { kind: 'unknownId' },
    });
    for (let count = 0; count < 21; count++) await files.choose();
    expect(files.resolve({ kind: 'chosen', id: 'ca-1' }, null).ok).toBe(false);
    expect(files.resolve({ kind: 'chosen', id: 'ca-2' }, null).ok).toBe(true);
  });

  it('keeps or drops the file that a connection has', () => {
    const files = setUp(null);
    const ca = { fileName: 'old.pem', pem: root.pem };
    const own = { createdAt: 0, chosenCa: null, tokenFile: null, consoleUrl: null };
    const connection = { id: 'a', name: 'a', baseUrl: 'https://a.example', ca, ...own };
    expect(files.resolve({ kind: 'keep' }, connection)).toEqual({ ok: true, value: ca });
    expect(files.resolve({ kind: 'keep' }, null)).toEqual({ ok: true, value: null });
    expect(files.resolve({ kind: 'none' }, connection)).toEqual({ ok: true, value: null });
  });
});
