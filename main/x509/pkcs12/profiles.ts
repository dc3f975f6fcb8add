import { DamagedError } from './asn1.ts';

/**
 * `modern`: AES-256 and SHA-256, as OpenSSL 3 and Java 16 write by themselves.
 * `compatible`: Triple DES and SHA-1, for systems that are older than those.
 */
export type Pkcs12Profile = 'modern' | 'compatible';

/** Random bytes, as a port: `randomBytes` of node:crypto. */
export type RandomBytes = (size: number) => Uint8Array;

/**
 * How often each derivation of a file goes round: that of the key, of the certificates, and of the MAC. All alike, as
 * a guesser of passphrases takes the cheapest.
 *
 * `modern` does what Java's own tool does since version 16. It is within what Microsoft calls usual (2,000 to 10,000,
 * KB5025823), while .NET on Windows refuses a file with more than 600,000 in all. The MAC's derivation is no one's
 * native function and holds up the thread: 10,000 take 8 ms. `compatible` does what OpenSSL and old Windows do.
 */
export const iterationsOf: Readonly<Record<Pkcs12Profile, number>> = { modern: 10_000, compatible: 2048 };

/** Java before version 16 wrote so many, 60 to 90 ms of work. A file of more is made to waste time. */
const MOST_ITERATIONS = 100_000;

/** The number itself. Throws `DamagedError` for one that no honest writer chose. */
export function checkIterations(iterations: number): number {
  if (iterations < 1 || iterations > MOST_ITERATIONS) throw new DamagedError();
  return iterations;
}
