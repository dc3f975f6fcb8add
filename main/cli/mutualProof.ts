import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** 32 random bytes as hexadecimal digits. */
const hex256 = z.string().regex(/^[0-9a-f]{64}$/u);

/** First line of a command. The server has to sign this nonce. */
export const helloSchema = z.object({ nonce: hex256 });

/** First line of the server: its proof, and a nonce that the command has to sign. Every version understands it. */
export const serverProofSchema = z.object({
  /** Number of the protocol for everything after the proofs. */
  protocol: z.int(),
  /** Version of the app. */
  version: z.string().max(100),
  nonce: hex256,
  proof: hex256,
});
export type ServerProof = z.infer<typeof serverProofSchema>;

/** Second line of a command. Its request may follow at once. */
export const clientProofSchema = z.object({ proof: hex256 });

/** What both sides sign. */
export interface Handshake {
  /** Secret of the address file. It is never sent. */
  readonly key: string;
  /** Where the server listens: a proof from elsewhere cannot be relayed to this place. */
  readonly path: string;
  readonly clientNonce: string;
  readonly serverNonce: string;
  readonly protocol: number;
  readonly version: string;
}

/**
 * Proof that one side knows the key: HMAC-SHA-256 over all of the handshake, as 64 hexadecimal digits.
 * @param role who proves; the proof of one side is never accepted from the other
 */
export function proofOf(role: 'server' | 'client', handshake: Handshake): string {
  const { key, path, clientNonce, serverNonce, protocol, version } = handshake;
  const signed = ['notafter command', role, path, clientNonce, serverNonce, protocol, version];
  return createHmac('sha256', key).update(JSON.stringify(signed)).digest('hex');
}

/** Whether this is the proof of that side. Takes the same time wherever the two differ. */
export function isProofOf(role: 'server' | 'client', handshake: Handshake, proof: string): boolean {
  const expected = Buffer.from(proofOf(role, handshake));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
