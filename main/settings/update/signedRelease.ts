import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { UpdateProblem } from '#shared/domain/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { z } from '#shared/zod.ts';
import { isOlderVersion } from './versions.ts';

/** The file of a feed that describes its newest version. Its signature is beside it: see `signatureOf`. */
export const releaseFile = 'release.json';

/** The name of the file with the Ed25519 signature of another one: 64 bytes (RFC 8032), as openssl writes it. */
export const signatureOf = (name: string): string => `${name}.sig`;

/** A larger description of a release is not read. */
export const MOST_RELEASE_BYTES = 64 * 1024;
/** A description with longer notes is refused. In characters. */
export const MOST_SIGNED_NOTES = 20_000;
/** The length of an Ed25519 signature. */
export const SIGNATURE_BYTES = 64;

const version = z.string().regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/u);

const signedFileSchema = z
  .object({
    name: z.string().regex(/^NotAfter-[\w.+-]{1,150}$/u),
    /** In bytes. */
    size: z.int().min(0).max(4_000_000_000),
    /** In Base64. */
    sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/u),
  })
  .readonly();

/**
 * What `release.json` says about a release. `format` counts up when older apps could misread a newer file. `signedAt`: when
 * it was written, for a signature right after. `minimumVersion`: no older version is offered any more.
 */
export const signedReleaseSchema = z
  .object({
    format: z.literal(1),
    version,
    releasedAt: z.iso.date(),
    signedAt: z.iso.datetime({ precision: 0 }),
    minimumVersion: version,
    notes: z.string().max(MOST_SIGNED_NOTES),
    files: z.array(signedFileSchema).max(100).readonly(),
  })
  .refine((release) => !isOlderVersion(release.version, release.minimumVersion))
  .readonly();

/** A release as its description says it. */
export type SignedRelease = z.infer<typeof signedReleaseSchema>;

/** A file of a release. */
export type SignedFile = z.infer<typeof signedFileSchema>;

/** What a feed answered: the description of its newest release, and its signature; `null` if the feed has none. */
export interface FeedAnswer {
  readonly release: Uint8Array;
  readonly signature: Uint8Array | null;
}

/** What is stored about the descriptions that were accepted. */
export const seenReleaseSchema = z
  .object({
    /** Unix ms: the latest `signedAt`. */
    signedAt: z.int(),
    /** The highest `minimumVersion`. */
    minimumVersion: version,
  })
  .readonly();

/** What this computer remembers of the descriptions that it accepted. */
export type SeenRelease = z.infer<typeof seenReleaseSchema>;

/**
 * The release that a feed describes, once its signature is by one of the keys and it is not older than what was seen before.
 * The computer's clock has no part in this. Nothing of the description is read before its signature is checked.
 * @param keys public keys as `readUpdateKeys` reads them; without any, a description is read as it is
 * @returns the error `unsigned`, `forged`, `outdated`, or `badFeed` for what describes no release
 */
export function acceptRelease(
  { release: bytes, signature }: FeedAnswer,
  keys: readonly KeyObject[],
  seen: SeenRelease | null,
): Result<SignedRelease, UpdateProblem> {
  if (bytes.length > MOST_RELEASE_BYTES) return err('badFeed');
  if (keys.length > 0) {
    if (signature === null) return err('unsigned');
    if (!isSignedBy(keys, bytes, signature)) return err('forged');
  }
  const release = readRelease(bytes);
  if (release === null) return err('badFeed');
  const isOutdated =
    seen !== null &&
    (Date.parse(release.signedAt) < seen.signedAt || isOlderVersion(release.version, seen.minimumVersion));
  return isOutdated && keys.length > 0 ? err('outdated') : ok(release);
}

/** Whether a signature (RFC 8032) of some bytes is by one of the keys. */
export function isSignedBy(keys: readonly KeyObject[], bytes: Uint8Array, signature: Uint8Array): boolean {
  return signature.length === SIGNATURE_BYTES && keys.some((key) => verify(null, bytes, key, signature));
}

/** What to remember after a description was accepted. */
export function withSeen(seen: SeenRelease | null, { signedAt, minimumVersion }: SignedRelease): SeenRelease {
  const isLower = seen !== null && isOlderVersion(minimumVersion, seen.minimumVersion);
  return {
    signedAt: Math.max(seen?.signedAt ?? 0, Date.parse(signedAt)),
    minimumVersion: isLower ? seen.minimumVersion : minimumVersion,
  };
}

function readRelease(bytes: Uint8Array): SignedRelease | null {
  try {
    const parsed = signedReleaseSchema.safeParse(
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
    );
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Ed25519 public keys.
 * @param text each the line between the first and the last one of `openssl pkey -pubout`: SubjectPublicKeyInfo in Base64
 * (RFC 8410); blanks between
 * @throws Error for what is no such key
 */
export function readUpdateKeys(text: string): readonly KeyObject[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return words.map((word) => {
    const key = createPublicKey({ key: Buffer.from(word, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('This is no Ed25519 key');
    return key;
  });
}
