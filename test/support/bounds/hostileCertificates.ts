import { createHash, generateKeyPairSync } from 'node:crypto';
import { writePem } from '#main/x509/certificates/pem.ts';
import { element } from '#test/support/derElement.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const rsaSha256 = hex('300d06092a864886f70d01010b0500');
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const smallKey = pair.publicKey.export({ format: 'der', type: 'spki' });

/** The private key of certificates that name no other one. */
export const { privateKey } = pair;

/** The largest modulus that BoringSSL reads, whose signatures take the longest. */
export const largeKey = (() => {
  const modulus = Buffer.concat(
    Array.from({ length: 64 }, (_, index) => createHash('sha256').update(`${index}`).digest()),
  );
  modulus[0] = 0x80;
  modulus[modulus.length - 1] = 0x81;
  const numbers = element(0x30, element(0x02, hex('00'), modulus), hex('0203010001'));
  const algorithm = hex('300d06092a864886f70d0101010500');
  return element(0x30, algorithm, element(0x03, hex('00'), numbers));
})();

/** DER of a name with one common name. */
export function nameOf(text: string): Buffer {
  return element(0x30, element(0x31, element(0x30, hex('0603550403'), element(0x0c, Buffer.from(text)))));
}

export interface HostileParts {
  readonly serial: number;
  readonly subject?: Buffer;
  readonly issuer?: Buffer;
  readonly key?: Buffer;
  readonly isCa?: boolean;
  /** The members of subjectAltName. */
  readonly names?: Buffer;
  /** Whole extensions. */
  readonly extensions?: readonly Buffer[];
  /** Default: of an RSA key of 16,384 bits. */
  readonly signatureBytes?: number;
  /** GeneralizedTime without the `Z`, such as `99991231235959`. */
  readonly notAfter?: string;
}

/** DER of a certificate whose signature is valid by its form alone. */
export function certificate(parts: HostileParts): Buffer {
  const { serial, subject = nameOf('a.example'), issuer = subject, key = smallKey, isCa = false } = parts;
  const { names = null, extensions = [], signatureBytes = 2048, notAfter = null } = parts;
  const number = Buffer.alloc(5, 0x40);
  number.writeUInt32BE(serial, 1);
  const all = [
    ...(isCa ? [extension('0603551d13', element(0x30, hex('0101ff')))] : []),
    ...(names === null ? [] : [extension('0603551d11', element(0x30, names))]),
    ...extensions,
  ];
  const times = element(
    0x30,
    element(0x17, Buffer.from('260101000000Z')),
    notAfter === null
      ? element(0x17, Buffer.from('490101000000Z'))
      : element(0x18, Buffer.from(`${notAfter}Z`)),
  );
  const body = element(
    0x30,
    hex('a003020102'),
    element(0x02, number),
    rsaSha256,
    issuer,
    times,
    subject,
    key,
    ...(all.length === 0 ? [] : [element(0xa3, element(0x30, ...all))]),
  );
  return element(0x30, body, rsaSha256, element(0x03, hex('00'), Buffer.alloc(signatureBytes, 0x2a)));
}

export function extension(oid: string, value: Buffer): Buffer {
  return element(0x30, hex(oid), element(0x04, value));
}

/** DNS names of one character each. */
export function shortNames(count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, (_, index) => [0x82, 1, 97 + (index % 26)]).flat());
}

export function pemOf(...ders: readonly Buffer[]): string {
  return ders.map((der) => writePem('CERTIFICATE', der.toString('base64'))).join('');
}
