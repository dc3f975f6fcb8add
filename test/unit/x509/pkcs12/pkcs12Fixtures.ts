import type { Pkcs12Input } from '#main/x509/pkcs12/buildPkcs12.ts';
import type { Pkcs12Profile } from '#main/x509/pkcs12/profiles.ts';
import type { Result } from '#shared/result.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { type KeyEncoding, type KeyKind, KeyPool, privateKeyPem } from '#test/service/keyPool.ts';

/** Keys of all kinds and encodings. */
export const keyForms: readonly { readonly kind: KeyKind; readonly encoding: KeyEncoding }[] = [
  { kind: 'rsa2048', encoding: 'pkcs8' },
  { kind: 'rsa2048', encoding: 'pkcs1' },
  { kind: 'p256', encoding: 'pkcs8' },
  { kind: 'p256', encoding: 'sec1' },
  { kind: 'p384', encoding: 'pkcs8' },
  { kind: 'p384', encoding: 'sec1' },
  { kind: 'ed25519', encoding: 'pkcs8' },
];

/** The keys that a profile supports: Ed25519 only for `modern`. */
export function keyFormsOf(profile: Pkcs12Profile) {
  return keyForms.filter(({ kind }) => profile === 'modern' || kind !== 'ed25519');
}

/** The parts of a file, and the key as PKCS#8. */
export type TestInput = Pkcs12Input & { readonly pkcs8: string };

const keys = new KeyPool();
const now = Date.now();
const authority = CertificateAuthority.create(now);

/** Makes a key, its certificate, a chain with the root, and all other parts of a file. */
export async function makeInput(
  overrides: Partial<Pkcs12Input> = {},
  form: (typeof keyForms)[number] = { kind: 'p256', encoding: 'pkcs8' },
): Promise<TestInput> {
  const pair = await keys.shared(form.kind);
  const issuing = await authority;
  const { leafPem, chainPem } = await issuing.issueLeaf({
    names: ['shop.example.com'],
    publicKey: pair.publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + 86_400_000),
  });
  return {
    keyPem: privateKeyPem(pair, form.encoding),
    pkcs8: privateKeyPem(pair, 'pkcs8'),
    leafPem,
    chainPem: [chainPem, issuing.rootPem],
    friendlyName: 'shop.example.com',
    passphrase: 'correct horse',
    profile: 'modern',
    ...overrides,
  };
}

/** The value of a successful result. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`an error: ${JSON.stringify(result.error)}`);
  return result.value;
}
