/** Object identifiers in PKCS#12 and PKCS#7 files, by their standard names. */
export const oids = {
  // RFC 5652, sections 4, 5.1 and 8
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  encryptedData: '1.2.840.113549.1.7.6',
  // RFC 7292, section 4.2 and appendix D
  pkcs8ShroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  // RFC 7292, appendix C
  pbeWithSha1And3DesCbc: '1.2.840.113549.1.12.1.3',
  // RFC 8018, appendix C
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  // RFC 8017, appendix B.1
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;
