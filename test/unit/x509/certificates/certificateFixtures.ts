import type { CertificateMaterial } from '#main/x509/material.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { type KeyEncoding, type KeyKind, KeyPool, privateKeyPem } from '#test/service/keyPool.ts';

/** The wall clock of these tests. */
export const now = Date.parse('2026-06-01T00:00:00Z');
/** notAfter of the leaves that `issue` makes. */
export const leafNotAfter = Date.parse('2026-08-01T12:34:56Z');

const keys = new KeyPool();

/** Makes an authority whose certificates begin five years before `at` and end fifteen years after. */
export function createAuthority(at = now): Promise<CertificateAuthority> {
  return CertificateAuthority.create(at);
}

/** Issues a leaf and returns its material as a service would. */
export async function issue(
  authority: CertificateAuthority,
  options: {
    readonly kind?: KeyKind;
    readonly encoding?: KeyEncoding;
    readonly names?: [string, ...string[]];
  } = {},
): Promise<
  CertificateMaterial & {
    readonly key: string;
    readonly certificateChain: string;
    readonly certificateServer: string;
  }
> {
  const pair = await keys.fresh(options.kind ?? 'p256');
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: options.names ?? ['shop.example.com', '*.shop.example.com'],
    publicKey: pair.publicKey,
    issuer: 'ecdsa',
    notBefore: new Date('2026-05-01T00:00:00Z'),
    notAfter: new Date(leafNotAfter),
  });
  return {
    certificate: leafPem + chainPem,
    certificateServer: leafPem,
    certificateChain: chainPem,
    key: privateKeyPem(pair, options.encoding ?? 'pkcs8'),
    notAfter: '2026-08-01 20:34:56',
    name: 'Shop',
  };
}

/** A self-signed certificate with a key that BoringSSL cannot read; valid until 2126. */
export const ed448Pem = `-----BEGIN CERTIFICATE-----
MIIBmjCCARqgAwIBAgIUYWgWQOQ26zqswMrDbXvAnunZcMcwBQYDK2VxMBwxGjAY
BgNVBAMMEWVkNDQ4LmV4YW1wbGUuY29tMCAXDTI2MTEyMDA3MTgyMloYDzIxMjYx
MDI3MDcxODIyWjAcMRowGAYDVQQDDBFlZDQ0OC5leGFtcGxlLmNvbTBDMAUGAytl
cQM6ACgGAxZuSI/TKjCGLdxfqyv4taKJLoeHE05cOPAhp5a4Ux2GQOAybMCZYHzk
NrTwGPnzgK7cMh8PAKNTMFEwHQYDVR0OBBYEFDOX2wTi3RdRD76ISPAH+hCIbUrN
MB8GA1UdIwQYMBaAFDOX2wTi3RdRD76ISPAH+hCIbUrNMA8GA1UdEwEB/wQFMAMB
Af8wBQYDK2VxA3MAhnoU/g3E+kR8xj7cq/Tpx7CVQV2hRGwe//jkn9DcVFF/IU6e
7FlFMkVzU2N8cvPl2FJtING5ok+Ab6LMUde34b1jIhGn+fjAXYlS7Oj45ejImpsl
o+7KCwhXVNBnXSxmflIXtjKxh5bNgZJ4yuAzpScA
-----END CERTIFICATE-----
`;

/**
 * A self-signed P-384 certificate with a Chinese, comma-holding organisation, a multi-valued name, an A-label and
 * five kinds of alternative names. Its key was not kept.
 */
export const oddNamesPem = `-----BEGIN CERTIFICATE-----
MIIC0DCCAlegAwIBAgIUFIOfolDnLsEgq+qqCMJDOpp0p/swCgYIKoZIzj0EAwIw
aTELMAkGA1UEBhMCQ04xGTAXBgNVBAoMEOWMl+S6rCAiRXgiLCBJbmMxHTAKBgNV
BAsMA09wczAPBgoJkiaJk/IsZAEBDAE3MSAwHgYDVQQDDBd4bi0tZmlxMjI4Yy5l
eGFtcGxlLmNvbTAgFw0yNjExMjAwNzE4MjJaGA8yMTI2MTAyNzA3MTgyMlowaTEL
MAkGA1UEBhMCQ04xGTAXBgNVBAoMEOWMl+S6rCAiRXgiLCBJbmMxHTAKBgNVBAsM
A09wczAPBgoJkiaJk/IsZAEBDAE3MSAwHgYDVQQDDBd4bi0tZmlxMjI4Yy5leGFt
cGxlLmNvbTB2MBAGByqGSM49AgEGBSuBBAAiA2IABJaN6n5jiUzjTW42AjnJEKDU
1Il+8vc4ciqxsROQs1IeVpUL4jNs9DiRN+a0CPev5IvxSsuWjNoQs/Q/gvM3h3Un
OlQb9Q9mBOgTgnRpejYTfyW7Gpr3Y9rT+Z6CZwD7jqOBvTCBujAdBgNVHQ4EFgQU
F505M01etJvRnUsPLd8F8Jvh6dowHwYDVR0jBBgwFoAUF505M01etJvRnUsPLd8F
8Jvh6dowDAYDVR0TAQH/BAIwADBqBgNVHREEYzBhghd4bi0tZmlxMjI4Yy5leGFt
cGxlLmNvbYINKi5leGFtcGxlLmNvbYcEwAACB4cQIAENuAAAAAAAAAAAAAAAAYYS
aHR0cHM6Ly9hLmV4YW1wbGUvgQthQGIuZXhhbXBsZTAKBggqhkjOPQQDAgNnADBk
AjBX4jXCxDGjQP0BYAXJ6wSSqPbkch/7JilbP+outJuTJnAwWjlFEpJ/od3d5vHm
utMCMDLsB9gB5sdfb1bZbbXEyFp4i74R4ZdnMcfjgB5kmcaQnmQlIvQ8GipvU+Q4
gXUvbw==
-----END CERTIFICATE-----
`;
