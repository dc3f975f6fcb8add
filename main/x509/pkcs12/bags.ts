import { type Node, oidOf, StructureError } from '../certificates/der.ts';
import {
  bmpString,
  derOf,
  membersOf,
  octets,
  oid,
  parse,
  readOctets,
  readSetOf,
  readTagged,
  sequence,
  setOf,
  tagged,
} from './asn1.ts';
import type { Encrypted } from './encryption.ts';
import { oids } from './oids.ts';
import { asUcs2 } from './passphrase.ts';

/** Attributes that link a key to its certificate. */
export interface BagLabels {
  /** The same bytes for the key and its certificate. */
  readonly localKeyId: Uint8Array;
  /** Shown by programs; Java's alias. Omitted if empty. */
  readonly friendlyName: string;
}

export interface CertificateBag {
  readonly der: Buffer;
  readonly localKeyId: Buffer | null;
}

/** A parsed key bag, still encrypted. */
export interface KeyBag {
  readonly encrypted: Encrypted;
  readonly localKeyId: Buffer | null;
}

export type SafeBag = CertificateBag | KeyBag;

/** SafeContents of a single encrypted key (RFC 7292, section 4.2.2), as DER. */
export function writeKeySafe({ algorithm, ciphertext }: Encrypted, labels: BagLabels): Buffer {
  const shrouded = sequence(algorithm, octets(ciphertext));
  return derOf(sequence(bag(oids.pkcs8ShroudedKeyBag, shrouded, labels)));
}

/** SafeContents of certificates (RFC 7292, section 4.2.3) as DER. Only the leaf, the first one, has the attributes. */
export function writeCertificateSafe(certificates: readonly Uint8Array[], labels: BagLabels): Buffer {
  const bags = certificates.map((der, index) => {
    const certificate = sequence(oid(oids.x509Certificate), tagged(octets(der)));
    return bag(oids.certBag, certificate, index === 0 ? labels : null);
  });
  return derOf(sequence(...bags));
}

/** Parses SafeContents; skips other kinds of bags. Throws `StructureError`. */
export function readSafe(contents: Buffer): readonly SafeBag[] {
  return membersOf(parse(contents)).flatMap((node): SafeBag[] => {
    const [kind, value, attributes] = membersOf(node);
    const localKeyId = readLocalKeyId(attributes);
    switch (oidOf(kind)) {
      case oids.certBag:
        return [{ der: readCertificate(readTagged(value)), localKeyId }];
      case oids.pkcs8ShroudedKeyBag: {
        const [algorithm, ciphertext] = membersOf(readTagged(value));
        if (algorithm === undefined) throw new StructureError();
        return [{ encrypted: { algorithm, ciphertext: readOctets(ciphertext) }, localKeyId }];
      }
      default:
        return [];
    }
  });
}

function bag(kind: string, value: Node, labels: BagLabels | null): Node {
  return labels === null
    ? sequence(oid(kind), tagged(value))
    : sequence(oid(kind), tagged(value), writeLabels(labels));
}

function writeLabels({ localKeyId, friendlyName }: BagLabels): Node {
  const id = sequence(oid(oids.localKeyId), setOf(octets(localKeyId)));
  const name = asUcs2(friendlyName);
  return name === '' ? setOf(id) : setOf(id, sequence(oid(oids.friendlyName), setOf(bmpString(name))));
}

function readLocalKeyId(attributes: Node | undefined): Buffer | null {
  if (attributes === undefined) return null;
  for (const attribute of readSetOf(attributes)) {
    const [name, values] = membersOf(attribute);
    if (oidOf(name) === oids.localKeyId) return readOctets(readSetOf(values)[0]);
  }
  return null;
}

function readCertificate(node: Node | undefined): Buffer {
  const [kind, value] = membersOf(node);
  if (oidOf(kind) !== oids.x509Certificate) throw new StructureError();
  return readOctets(readTagged(value));
}
