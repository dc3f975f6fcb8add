import { X509Certificate } from 'node:crypto';
import { StructureError } from '../certificates/der.ts';
import {
  derOf,
  integer,
  membersOf,
  oid,
  parse,
  readTagged,
  readTaggedSet,
  sequence,
  setOf,
  tagged,
} from './asn1.ts';
import { oids } from './oids.ts';

/**
 * A PKCS#7 file: certificates in a signed message without content and signature (RFC 5652, section 5), as Windows and Java
 * import them. DER, except that the certificates stay in their order.
 */
export function writePkcs7(certificates: readonly X509Certificate[]): Buffer {
  const members = certificates.map(({ raw }) => parse(raw));
  const content = sequence(integer(1), setOf(), sequence(oid(oids.data)), tagged(...members), setOf());
  return derOf(sequence(oid(oids.signedData), tagged(content)));
}

/** The certificates of a file that `writePkcs7` wrote, in their order. Throws `StructureError`. */
export function readPkcs7(bytes: Uint8Array): readonly X509Certificate[] {
  const [, content] = membersOf(parse(bytes));
  const [, , , certificates] = membersOf(readTagged(content));
  try {
    return readTaggedSet(certificates).map((node) => new X509Certificate(derOf(node)));
  } catch {
    throw new StructureError();
  }
}
