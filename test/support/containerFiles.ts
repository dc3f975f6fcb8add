import { X509Certificate } from 'node:crypto';
import { buildPkcs12 } from '#main/x509/pkcs12/buildPkcs12.ts';
import { writePkcs7 } from '#main/x509/pkcs12/pkcs7.ts';

/** A PKCS#12 file (`.p12`, `.pfx`) of a key with its certificate. @param leafPem of the key */
export async function pkcs12Of(keyPem: string, leafPem: string): Promise<Buffer> {
  const built = await buildPkcs12({
    ...{ keyPem, leafPem, chainPem: [] },
    ...{ friendlyName: 'test', passphrase: 'passphrase', profile: 'modern' as const },
  });
  if (!built.ok) throw new Error(built.error.kind);
  return built.value;
}

/** A PKCS#7 file (`.p7b`) of certificates. */
export function pkcs7Of(...certificates: readonly (string | Buffer)[]): Buffer {
  return writePkcs7(certificates.map((each) => new X509Certificate(each)));
}

/** The PEM of a file, as OpenSSL labels it. */
export function labelled(label: 'PKCS7' | 'PKCS12' | 'X509 CRL', bytes: Buffer): string {
  const lines = bytes.toString('base64').replaceAll(/.{64}(?!$)/gu, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
