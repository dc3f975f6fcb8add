/** What a TLS client or server offers here: BoringSSL offers no Ed25519 and no P-521 by itself. */
export const signatureAlgorithms: readonly string[] = [
  'ecdsa_secp256r1_sha256',
  'ed25519',
  'ecdsa_secp384r1_sha384',
  'ecdsa_secp521r1_sha512',
  'rsa_pss_rsae_sha256',
  'rsa_pss_rsae_sha384',
  'rsa_pss_rsae_sha512',
  'rsa_pkcs1_sha256',
];
