import { createHmac, timingSafeEqual } from 'node:crypto';
import { integerOf, type Node, oidOf, StructureError } from '../certificates/der.ts';
import { integer, membersOf, nothing, octets, oid, readOctets, sequence } from './asn1.ts';
import { type Derivation, deriveBytes } from './deriveBytes.ts';
import { readSalt } from './encryption.ts';
import { oids } from './oids.ts';
import { checkIterations, iterationsOf, type Pkcs12Profile, type RandomBytes } from './profiles.ts';

/** A derived MAC key, so that the derivation can run in parallel. */
export interface MacKey {
  readonly how: Derivation;
  readonly key: Buffer;
}

/** macOS rejects a MAC with a salt of 16 bytes. */
const SALT_BYTES = 8;

const digestBytes = { sha1: 20, sha256: 32 } as const;

/** Derives the MAC key of a new file: HMAC-SHA-256 for `modern`, HMAC-SHA-1 for `compatible`. */
export function makeMacKey(passphrase: string, profile: Pkcs12Profile, random: RandomBytes): MacKey {
  const hash = profile === 'modern' ? 'sha256' : 'sha1';
  return keyOf(passphrase, { hash, salt: random(SALT_BYTES), iterations: iterationsOf[profile] });
}

/** MacData (RFC 7292, section 4) over the authenticated safe. Overwrites the key. */
export function writeMac(content: Uint8Array, { how, key }: MacKey): Node {
  const digest = createHmac(how.hash, key).update(content).digest();
  key.fill(0);
  const algorithm = sequence(oid(oids[how.hash]), nothing());
  return sequence(sequence(algorithm, octets(digest)), octets(how.salt), integer(how.iterations));
}

/** Whether MacData matches the content and the passphrase. Throws `StructureError`. */
export function isMacOf(content: Uint8Array, macData: Node | undefined, passphrase: string): boolean {
  const [digestInfo, salt, iterations] = membersOf(macData);
  const [algorithm, digest] = membersOf(digestInfo);
  const expected = readOctets(digest);
  const { how, key } = keyOf(passphrase, {
    hash: readHash(algorithm),
    salt: readSalt(salt),
    // The default of RFC 7292 is 1.
    iterations: iterations === undefined ? 1 : checkIterations(integerOf(iterations)),
  });
  const actual = createHmac(how.hash, key).update(content).digest();
  key.fill(0);
  if (actual.byteLength !== expected.byteLength) throw new StructureError();
  return timingSafeEqual(actual, expected);
}

function keyOf(passphrase: string, how: Derivation): MacKey {
  return { how, key: deriveBytes(passphrase, 'mac', digestBytes[how.hash], how) };
}

function readHash(algorithm: Node | undefined): Derivation['hash'] {
  const [name] = membersOf(algorithm);
  switch (oidOf(name)) {
    case oids.sha1:
      return 'sha1';
    case oids.sha256:
      return 'sha256';
    default:
      throw new StructureError();
  }
}
