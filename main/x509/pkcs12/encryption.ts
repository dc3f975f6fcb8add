import { createCipheriv, createDecipheriv, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { integerOf, type Node, oidOf, StructureError } from '../certificates/der.ts';
import { integer, membersOf, nothing, octets, oid, readOctets, sequence } from './asn1.ts';
import { deriveBytes } from './deriveBytes.ts';
import { oids } from './oids.ts';
import { checkIterations, iterationsOf, type Pkcs12Profile, type RandomBytes } from './profiles.ts';

export interface Encrypted {
  /** An AlgorithmIdentifier. */
  readonly algorithm: Node;
  readonly ciphertext: Buffer;
}

/**
 * A cipher with its parameters. `modern`: PBES2 with PBKDF2-HMAC-SHA-256 and AES-256-CBC (RFC 8018, section 6.2).
 * `compatible`: pbeWithSHAAnd3-KeyTripleDES-CBC (RFC 7292, appendix C).
 */
interface Scheme {
  readonly profile: Pkcs12Profile;
  readonly salt: Uint8Array;
  readonly iterations: number;
  /** `modern` only; `compatible` derives it. */
  readonly iv: Uint8Array;
}

/** 128 bits, as in NIST SP 800-132, section 5.1, and OpenSSL since 3.2. */
const MODERN_SALT_BYTES = 16;
const COMPATIBLE_SALT_BYTES = 8;
const AES_KEY_BYTES = 32;
const AES_IV_BYTES = 16;
const DES3_KEY_BYTES = 24;
const DES3_IV_BYTES = 8;

const derive = promisify(pbkdf2);

export async function encrypt(
  plain: Uint8Array,
  passphrase: string,
  profile: Pkcs12Profile,
  random: RandomBytes,
): Promise<Encrypted> {
  const isModern = profile === 'modern';
  const scheme = {
    profile,
    salt: random(isModern ? MODERN_SALT_BYTES : COMPATIBLE_SALT_BYTES),
    iterations: iterationsOf[profile],
    iv: isModern ? random(AES_IV_BYTES) : new Uint8Array(),
  };
  const { name, key, iv } = await keyOf(scheme, passphrase);
  const cipher = createCipheriv(name, key, iv);
  key.fill(0);
  return {
    algorithm: isModern ? writeModern(scheme) : writeCompatible(scheme),
    ciphertext: Buffer.concat([cipher.update(plain), cipher.final()]),
  };
}

/** Decrypts either profile. Throws `StructureError`, also for other algorithms. The caller overwrites the result. */
export async function decrypt({ algorithm, ciphertext }: Encrypted, passphrase: string): Promise<Buffer> {
  const scheme = readScheme(algorithm);
  const { name, key, iv } = await keyOf(scheme, passphrase);
  const decipher = createDecipheriv(name, key, iv);
  key.fill(0);
  const plain = decipher.update(ciphertext);
  try {
    const end = decipher.final();
    const whole = Buffer.concat([plain, end]);
    end.fill(0);
    return whole;
  } catch {
    throw new StructureError();
  } finally {
    plain.fill(0);
  }
}

async function keyOf({ profile, salt, iterations, iv }: Scheme, passphrase: string) {
  if (profile === 'modern') {
    const key = await derive(passphrase, salt, iterations, AES_KEY_BYTES, 'sha256');
    return { name: 'aes-256-cbc', key, iv };
  }
  const how = { hash: 'sha1', salt, iterations } as const;
  return {
    name: 'des-ede3-cbc',
    key: deriveBytes(passphrase, 'key', DES3_KEY_BYTES, how),
    iv: deriveBytes(passphrase, 'iv', DES3_IV_BYTES, how),
  };
}

function writeModern({ salt, iterations, iv }: Scheme): Node {
  const prf = sequence(oid(oids.hmacWithSha256), nothing());
  const keyDerivation = sequence(oid(oids.pbkdf2), sequence(octets(salt), integer(iterations), prf));
  const cipher = sequence(oid(oids.aes256Cbc), octets(iv));
  return sequence(oid(oids.pbes2), sequence(keyDerivation, cipher));
}

function writeCompatible({ salt, iterations }: Scheme): Node {
  return sequence(oid(oids.pbeWithSha1And3DesCbc), sequence(octets(salt), integer(iterations)));
}

function readScheme(algorithm: Node): Scheme {
  const [name, parameters] = membersOf(algorithm);
  switch (oidOf(name)) {
    case oids.pbes2:
      return readModern(parameters);
    case oids.pbeWithSha1And3DesCbc: {
      const [salt, iterations] = membersOf(parameters);
      return {
        profile: 'compatible',
        salt: readSalt(salt),
        iterations: checkIterations(integerOf(iterations)),
        iv: new Uint8Array(),
      };
    }
    default:
      throw new StructureError();
  }
}

function readModern(parameters: Node | undefined): Scheme {
  const [keyDerivation, cipher] = membersOf(parameters);
  const [kdfName, kdfParameters] = membersOf(keyDerivation);
  const [salt, iterations, ...rest] = membersOf(kdfParameters);
  const [cipherName, iv] = membersOf(cipher);
  // Java writes the key length before the pseudo-random function.
  const [prfName] = membersOf(rest.at(-1));
  const isOurs =
    oidOf(kdfName) === oids.pbkdf2 &&
    oidOf(prfName) === oids.hmacWithSha256 &&
    oidOf(cipherName) === oids.aes256Cbc;
  const scheme = {
    profile: 'modern',
    salt: readSalt(salt),
    iterations: checkIterations(integerOf(iterations)),
    iv: readOctets(iv),
  } as const;
  if (!isOurs || scheme.iv.byteLength !== AES_IV_BYTES) throw new StructureError();
  return scheme;
}

/** A salt must not be empty: the derivation repeats it to the length of a block. */
export function readSalt(node: Node | undefined): Buffer {
  const salt = readOctets(node);
  if (salt.byteLength === 0) throw new StructureError();
  return salt;
}
