import { generateKeyPair, type KeyObject } from 'node:crypto';

/** The kinds of leaf key that the service issues certificates for. */
export type KeyKind = 'rsa2048' | 'rsa4096' | 'p256' | 'p384' | 'ed25519';

/** PEM encodings of a private key: PKCS#8 for all kinds, PKCS#1 only for RSA, SEC1 only for EC. */
export type KeyEncoding = 'pkcs8' | 'pkcs1' | 'sec1';

/** All key kinds, in display order. */
export const keyKinds = [
  'rsa2048',
  'rsa4096',
  'p256',
  'p384',
  'ed25519',
] as const satisfies readonly KeyKind[];

/** A key pair of a leaf. */
export interface LeafKeyPair {
  readonly kind: KeyKind;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

type PairCallback = (error: Error | null, publicKey: KeyObject, privateKey: KeyObject) => void;

const generators: Readonly<Record<KeyKind, (done: PairCallback) => void>> = {
  rsa2048: (done) => generateKeyPair('rsa', { modulusLength: 2048 }, done),
  rsa4096: (done) => generateKeyPair('rsa', { modulusLength: 4096 }, done),
  p256: (done) => generateKeyPair('ec', { namedCurve: 'P-256' }, done),
  p384: (done) => generateKeyPair('ec', { namedCurve: 'P-384' }, done),
  ed25519: (done) => generateKeyPair('ed25519', undefined, done),
};

// An RSA-4096 key takes about half a second, an elliptic one almost nothing: only RSA keys are shared.
const sharedKeysPerKind: Readonly<Partial<Record<KeyKind, number>>> = { rsa2048: 16, rsa4096: 2 };

/** Whether the kind is RSA of either size. */
export function isRsa(kind: KeyKind): boolean {
  return kind === 'rsa2048' || kind === 'rsa4096';
}

/**
 * Encodes the private key as PEM ending in a line feed. Throws a RangeError for an encoding that the kind
 * does not have: PKCS#1 is for RSA (RFC 8017), SEC1 for EC keys (RFC 5915).
 */
export function privateKeyPem(pair: LeafKeyPair, encoding: KeyEncoding): string {
  const isEc = pair.kind === 'p256' || pair.kind === 'p384';
  if ((encoding === 'pkcs1' && !isRsa(pair.kind)) || (encoding === 'sec1' && !isEc)) {
    throw new RangeError(`A key of kind ${pair.kind} cannot be written as ${encoding}`);
  }
  return pair.privateKey.export({ format: 'pem', type: encoding }).toString();
}

/** RSA keys that orders of all services in this process share. */
const sharedKeys = new Map<KeyKind, Promise<LeafKeyPair>[]>();

/** Creates leaf keys. Shares RSA keys among orders if the caller allows it, because they are slow. */
export class KeyPool {
  readonly #turns = new Map<KeyKind, number>();

  /** A key pair that is not shared. */
  fresh(kind: KeyKind): Promise<LeafKeyPair> {
    const { promise, resolve, reject } = Promise.withResolvers<LeafKeyPair>();
    generators[kind]((error, publicKey, privateKey) => {
      if (error === null) resolve({ kind, privateKey, publicKey });
      else reject(error);
    });
    return promise;
  }

  /** A key pair that other orders may share: RSA keys rotate among a few, all others are new. */
  shared(kind: KeyKind): Promise<LeafKeyPair> {
    const limit = sharedKeysPerKind[kind];
    if (limit === undefined) return this.fresh(kind);
    const keys = sharedKeys.get(kind) ?? [];
    sharedKeys.set(kind, keys);
    const turn = this.#turns.get(kind) ?? 0;
    this.#turns.set(kind, turn + 1);
    const existing = keys[turn % limit];
    if (existing !== undefined) return existing;
    const made = this.fresh(kind);
    keys.push(made);
    return made;
  }
}
