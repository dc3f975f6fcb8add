import { createHmac, timingSafeEqual } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';

/** Number of the protocol after the proofs. Changes whenever one side would not understand the other. */
export const PROTOCOL = 3;

/** The longest line of a side that has not proven that it knows the key, in characters. */
export const PROOF_MAX = 1024;
/** The longest line that a proven command may send, and the longest that it takes, in characters. */
export const REQUEST_MAX = 1_048_576;
export const ANSWER_MAX = 1_048_576;

/** Longer texts go in several lines. */
export const CHUNK_MAX = 32_768;

/** What a terminal is like. */
const terminalSchema = z.object({
  /** `null`: what is written goes to a file or to another program. */
  columns: z.int().min(1).max(10_000).nullable(),
  hasColour: z.boolean(),
  /** BCP 47 tags, most wanted first. */
  locales: z.array(z.string().max(100)).max(20),
});
export type TerminalFacts = z.infer<typeof terminalSchema>;

const runSchema = z.object({
  kind: z.literal('run'),
  /** From the command's name on, as they were typed. */
  words: z.array(z.string().max(4096)).min(1).max(50_000),
  /** The absolute folder that paths are relative to. */
  cwd: z.string().min(1).max(4096),
  /** Read by the command's own process; `null`: none was given. */
  passphrase: z.string().max(1024).nullable(),
  terminal: terminalSchema,
});

/** What a process asks of the one that holds the database, once both have proven themselves (`mutualProof.ts`). */
export const requestSchema = z.object({
  /** `giveWay`: the app starts; a command that holds the database is to end. */
  ask: z.discriminatedUnion('kind', [runSchema, z.object({ kind: z.literal('giveWay') })]),
});
export type CommandRequest = z.infer<typeof requestSchema>;
export type RunRequest = z.infer<typeof runSchema>;

export const answerSchema = z.union([
  /** The command is run: before this it can be asked for elsewhere without being run twice. */
  z.object({ taken: z.literal(true) }),
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ exit: z.int().min(0).max(255) }),
  /** The command met a bug. */
  z.object({ failed: z.literal(true) }),
  /** Who holds the database. */
  z.object({ holder: z.enum(['app', 'command']) }),
]);
export type CommandAnswer = z.infer<typeof answerSchema>;

/** Reads one line as a message. `null`: it is none. */
export function readMessage<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a request is within what the other side takes. */
export function isWithinLimits(ask: CommandRequest['ask']): boolean {
  return requestSchema.safeParse({ ask }).success && toLine({ ask }).length <= REQUEST_MAX;
}

/** A message as one line. */
export function toLine(message: object): string {
  return `${JSON.stringify(message)}\n`;
}

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

/** Cuts a stream of bytes into lines of UTF-8, and gives up on one that is too long. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  /** The longest line, in characters; may be changed between two lines. */
  max: number;

  constructor(max: number) {
    this.max = max;
  }

  /** Gives each line that is whole now, or `null` for one that is too long: nothing more is to be read then. */
  *take(bytes: Buffer): Generator<string | null> {
    const [first = '', ...more] = this.#decoder.write(bytes).split('\n');
    this.#rest += first;
    for (const next of more) {
      const line = this.#rest;
      this.#rest = next;
      yield line.length > this.max ? null : line;
    }
    if (this.#rest.length > this.max) yield null;
  }
}
