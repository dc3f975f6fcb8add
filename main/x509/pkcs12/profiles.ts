import { StructureError } from '../certificates/der.ts';

/** `modern`: the default of OpenSSL 3 and Java 16. `compatible`: Triple DES and SHA-1, for older systems. */
export type Pkcs12Profile = 'modern' | 'compatible';

export type RandomBytes = (size: number) => Uint8Array;

/**
 * Iterations of each derivation. All are equal, as an attacker uses the cheapest. `modern`: the default of Java's
 * keytool since version 16; .NET on Windows rejects more than 600,000 in total. 10,000 block the thread for 8 ms.
 * `compatible`: the default of OpenSSL and old Windows.
 */
export const iterationsOf: Readonly<Record<Pkcs12Profile, number>> = { modern: 10_000, compatible: 2048 };

/** Java before version 16 wrote this many, 60 to 90 ms of work. A file with more is made to waste time. */
const MOST_ITERATIONS = 100_000;

/** The number of iterations. Throws `StructureError` for implausible values. */
export function checkIterations(iterations: number): number {
  if (iterations < 1 || iterations > MOST_ITERATIONS) throw new StructureError();
  return iterations;
}
