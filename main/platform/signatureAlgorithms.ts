import type { KeyKind } from '#shared/domain/keyKind.ts';

/** What a TLS client or server offers here, by kind of key: BoringSSL offers no Ed25519 and no P-521 by itself. */
export const signatureAlgorithms: Readonly<Record<KeyKind, readonly string[]>> = {
  'ECDSA P-256': ['ecdsa_secp256r1_sha256'],
  Ed25519: ['ed25519'],
  'ECDSA P-384': ['ecdsa_secp384r1_sha384'],
  'ECDSA P-521': ['ecdsa_secp521r1_sha512'],
  RSA: ['rsa_pss_rsae_sha256', 'rsa_pss_rsae_sha384', 'rsa_pss_rsae_sha512', 'rsa_pkcs1_sha256'],
};
