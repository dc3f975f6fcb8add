import '#test/service/reflectMetadata.ts';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A self-signed certificate for tests, with its key. PEM throughout. */
export interface TestCertificate {
  readonly pem: string;
  readonly der: Buffer;
  readonly keyPem: string;
}

/** Makes a self-signed P-256 certificate; `isCa` decides its basicConstraints, `dnsNames` are its alternative names. */
export async function selfSigned(
  name: string,
  isCa: boolean,
  dnsNames: readonly string[] = [],
): Promise<TestCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const alternatives =
    dnsNames.length === 0
      ? []
      : [new SubjectAlternativeNameExtension(dnsNames.map((value) => ({ type: 'dns' as const, value })))];
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + 86_400_000),
    extensions: [
      new BasicConstraintsExtension(isCa),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      ...alternatives,
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    pem: `${certificate.toString('pem')}\n`,
    der: Buffer.from(certificate.rawData),
    keyPem: `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`,
  };
}
