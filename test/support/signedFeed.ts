import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { FeedAnswer, SignedRelease } from '#main/settings/update/signedRelease.ts';

/** A key that signs feeds. */
export interface FeedKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public key as packages have it. */
  readonly text: string;
}

/** A new key. */
export function newFeedKey(): FeedKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { privateKey, publicKey, text };
}

/** A release as a feed describes it. @param changes what differs from version 2.0.0, signed on 1 March 2026 */
export function releaseWith(changes: Partial<SignedRelease> = {}): SignedRelease {
  return {
    format: 1,
    version: '2.0.0',
    releasedAt: '2026-03-01',
    signedAt: '2026-03-01T12:00:00Z',
    minimumVersion: '0.0.0',
    notes: 'New things.',
    files: [],
    ...changes,
  };
}

/** A file of a release, with the digest of its content. */
export function fileWith(name: string, content: string): SignedRelease['files'][number] {
  const sha512 = createHash('sha512').update(content).digest('base64');
  return { name, size: Buffer.byteLength(content), sha512 };
}

/** What a feed answers: a description and its signature. @param release text is signed as it is */
export function signedBy({ privateKey }: FeedKey, release: SignedRelease | string): FeedAnswer {
  const bytes = Buffer.from(typeof release === 'string' ? release : JSON.stringify(release));
  return { release: bytes, signature: sign(null, bytes, privateKey) };
}
