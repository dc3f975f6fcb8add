/** DER of an element with short content. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** The extension of a revocation list that says what it covers (RFC 5280, section 5.2.5). */
export function issuingPoint(parts: {
  readonly url?: string;
  readonly flag?: 'userCertificates' | 'authorities' | 'indirect';
}): { readonly oid: string; readonly critical: boolean; readonly der: Buffer } {
  const flags = { userCertificates: 0x81, authorities: 0x82, indirect: 0x84 };
  const { url, flag } = parts;
  const point =
    url === undefined ? [] : [element(0xa0, element(0xa0, element(0x86, Buffer.from(url, 'latin1'))))];
  const set = flag === undefined ? [] : [element(flags[flag], Buffer.from([0xff]))];
  return { oid: '2.5.29.28', critical: true, der: element(0x30, ...point, ...set) };
}

/** The extension that makes a revocation list a delta of another (RFC 5280, section 5.2.4). */
export const deltaIndicator = { oid: '2.5.29.27', critical: true, der: Buffer.from([0x02, 0x01, 0x01]) };
