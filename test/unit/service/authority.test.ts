import { X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptAuthority } from '#test/service/authorityStore.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { KeyPool, keyKinds } from '#test/service/keyPool.ts';

const now = Date.parse('2026-06-01T00:00:00Z');
const authority = await CertificateAuthority.create(now);
const notBefore = new Date('2026-05-01T00:00:00Z');
const notAfter = new Date('2026-08-01T12:34:56Z');

describe('CertificateAuthority', { timeout: 30_000 }, () => {
  it.each(keyKinds)(
    'issues %s leaves that verify up to the root through either intermediate',
    async (kind) => {
      const root = new X509Certificate(authority.rootPem);
      const { publicKey, privateKey } = await new KeyPool().fresh(kind);
      for (const issuer of ['rsa', 'ecdsa'] as const) {
        const issued = await authority.issueLeaf({
          names: ['a.example.com'],
          publicKey,
          issuer,
          notBefore,
          notAfter,
        });
        const leaf = new X509Certificate(issued.leafPem);
        const intermediate = new X509Certificate(issued.chainPem);
        expect(intermediate.publicKey.asymmetricKeyType).toBe(issuer === 'rsa' ? 'rsa' : 'ec');
        expect(leaf.checkPrivateKey(privateKey)).toBe(true);
        expect(leaf.checkIssued(intermediate) && leaf.verify(intermediate.publicKey)).toBe(true);
        expect(intermediate.checkIssued(root) && intermediate.verify(root.publicKey)).toBe(true);
        expect([leaf.ca, intermediate.ca, root.ca]).toEqual([false, true, true]);
        expect([leaf.validFromDate, leaf.validToDate]).toEqual([notBefore, notAfter]);
      }
    },
  );

  it('writes wildcards, punycode and addresses as subject alternative names', async () => {
    const { publicKey } = await new KeyPool().fresh('p256');
    const issued = await authority.issueLeaf({
      names: ['*.example.com', 'xn--bcher-kva.example', '192.0.2.1', '::1'],
      publicKey,
      issuer: 'ecdsa',
      notBefore,
      notAfter,
    });
    const leaf = new X509Certificate(issued.leafPem);
    expect(leaf.subject).toBe('CN=*.example.com');
    expect(leaf.subjectAltName).toBe(
      'DNS:*.example.com, DNS:xn--bcher-kva.example, IP Address:192.0.2.1, IP Address:0:0:0:0:0:0:0:1',
    );
  });

  it.each([
    ['rsa2048', '030205a0'],
    ['p256', '03020780'],
  ] as const)('gives %s leaves the key usage of their kind', async (kind, keyUsageHex) => {
    const { publicKey } = await new KeyPool().fresh(kind);
    const names = ['a.example.com'] as const;
    const issued = await authority.issueLeaf({ names, publicKey, issuer: 'ecdsa', notBefore, notAfter });
    expect(new X509Certificate(issued.leafPem).raw.includes(Buffer.from(keyUsageHex, 'hex'))).toBe(true);
  });

  it('leaves names of more than 64 characters out of the subject', async () => {
    const { publicKey } = await new KeyPool().fresh('p256');
    const long = `${'a'.repeat(60)}.example.com`;
    const issued = await authority.issueLeaf({
      names: [long],
      publicKey,
      issuer: 'rsa',
      notBefore,
      notAfter,
    });
    const leaf = new X509Certificate(issued.leafPem);
    expect(leaf.subject ?? '').toBe('');
    expect(leaf.checkHost(long)).toBe(long);
  });
});

describe('keptAuthority', () => {
  let parent: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'notafter-authority-'));
  });

  afterEach(() => rm(parent, { recursive: true }));

  it('goes on with the same root, which still signs', async () => {
    const folder = join(parent, 'kept');
    const first = await keptAuthority(folder, now);
    const second = await keptAuthority(folder, now);
    expect(second.rootPem).toBe(first.rootPem);
    const { publicKey } = await new KeyPool().fresh('p256');
    const issued = await second.issueLeaf({
      names: ['a.example.com'],
      publicKey,
      issuer: 'rsa',
      notBefore,
      notAfter,
    });
    const intermediate = new X509Certificate(issued.chainPem);
    expect(intermediate.verify(new X509Certificate(first.rootPem).publicKey)).toBe(true);
    expect(new X509Certificate(issued.leafPem).verify(intermediate.publicKey)).toBe(true);
  });

  it('keeps its private keys from other users', async () => {
    const folder = join(parent, 'kept');
    await keptAuthority(folder, now);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'authority.json'))).mode & 0o777).toBe(0o600);
  });

  it('names a file that holds no authority, and leaves it alone', async () => {
    const file = join(parent, 'authority.json');
    await writeFile(file, '{"root":{}}');
    await chmod(file, 0o600);
    await expect(keptAuthority(parent, now)).rejects.toThrow(`${file} does not hold a certificate authority`);
    expect((await stat(file)).size).toBe(11);
  });
});
