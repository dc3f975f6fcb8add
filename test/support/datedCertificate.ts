import { generateKeyPairSync, sign } from 'node:crypto';
import { tlv } from './craftedChains.ts';

/** A time as encoded in a certificate: the tag of a UTCTime (0x17) or GeneralizedTime (0x18), and its characters. */
export type DerTime = readonly [tag: 0x17 | 0x18, text: string];

/** A self-signed certificate in PEM with exactly this encoding of its validity, even if RFC 5280 forbids it. */
export function datedCertificate(name: string, notBefore: DerTime, notAfter: DerTime): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = tlv(0x30, tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = tlv(0x30, tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(name)));
  const subject = tlv(0x30, tlv(0x31, commonName));
  const alternative = tlv(0x30, tlv(0x82, Buffer.from(name)));
  const extension = tlv(0x30, tlv(0x06, Buffer.from('551d11', 'hex')), tlv(0x04, alternative));
  const body = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.of(0x47, 0x11)),
    algorithm,
    subject,
    tlv(0x30, ...[notBefore, notAfter].map(([tag, text]) => tlv(tag, Buffer.from(text)))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(0x30, extension)),
  );
  const signature = tlv(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const lines =
    tlv(0x30, body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/gu) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
