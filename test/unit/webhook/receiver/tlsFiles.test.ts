import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTlsFiles } from '#main/webhook/receiver/tlsFiles.ts';
import { selfSigned, type TestCertificate } from '#test/support/testCertificates.ts';
import { temporaryFolder } from '../../storage/temporaryFolder.ts';

let leaf: TestCertificate;
let issuer: TestCertificate;

beforeAll(async () => {
  [leaf, issuer] = await Promise.all([selfSigned('box.example', false), selfSigned('Issuer', true)]);
});

async function read(certificate: string, key: string) {
  const folder = temporaryFolder();
  const files = { certificateFile: join(folder, 'chain.pem'), keyFile: join(folder, 'key.pem') };
  writeFileSync(files.certificateFile, certificate);
  writeFileSync(files.keyFile, key);
  return await readTlsFiles(files);
}

function keyAs(type: 'pkcs8' | 'sec1', passphrase?: string): string {
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return createPrivateKey(leaf.keyPem)
    .export({ format: 'pem', type, ...encryption })
    .toString();
}

describe('readTlsFiles', () => {
  it.each<[string, () => string]>([
    ['PKCS#8', () => keyAs('pkcs8')],
    [
      'SEC1, after its parameters as OpenSSL writes them',
      () => `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${keyAs('sec1')}`,
    ],
    ['Windows line ends and words around it', () => `Key\r\n${keyAs('pkcs8').replaceAll('\n', '\r\n')}end`],
  ])('reads a key as %s', async (_, key) => {
    expect(await read(leaf.pem, key())).toMatchObject({ ok: true });
  });

  it('keeps only the chain, in its order', async () => {
    const pair = await read(`${leaf.keyPem}${leaf.pem}words\n${issuer.pem}`, leaf.keyPem);
    expect(pair.ok && pair.value.cert.replaceAll('\n', '')).toBe(
      (leaf.pem + issuer.pem).replaceAll('\n', ''),
    );
  });

  it('treats the first certificate as the leaf, as TLS does', async () => {
    expect(await read(issuer.pem + leaf.pem, leaf.keyPem)).toMatchObject({
      error: { fileName: 'key.pem', error: { reason: 'keyMismatch' } },
    });
  });

  it.each<[string, () => string]>([
    ['PKCS#8', () => keyAs('pkcs8', 'secret')],
    ['SEC1', () => keyAs('sec1', 'secret')],
  ])('refuses a key with a passphrase, as %s', async (_, key) => {
    expect(await read(leaf.pem, key())).toMatchObject({
      error: { fileName: 'key.pem', error: { kind: 'invalidInput', field: 'tlsFile', reason: 'malformed' } },
    });
  });
});
