import { createHmac, timingSafeEqual } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { type JsonLimits, parseBounded } from '#main/platform/boundedJson.ts';
import { isTimeZone } from '#main/platform/timeZone.ts';
import { CONFIGURATION_MAX_BYTES } from '#shared/domain/fileLimits.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { z } from '#shared/zod.ts';

/** Version of the protocol after the handshake. Increase it when the two sides would not understand each other. */
export const PROTOCOL = 8;

/** Longest line before the handshake is complete, in characters. */
export const PROOF_MAX = 1024;
/** Longest line of a request without the content of a file, and of an answer, in characters. */
export const REQUEST_MAX = 1_048_576;
/** The longest content of a file in a request, in characters of Base64. A byte more than allowed tells that it is too long. */
const CONTENT_MAX = 4 * Math.ceil((CONFIGURATION_MAX_BYTES + 1) / 3);
/** Longest line of a request, in characters. */
export const REQUEST_LINE_MAX = REQUEST_MAX + CONTENT_MAX;
export const ANSWER_MAX = 1_048_576;

/** Longer texts are split into several lines. */
export const CHUNK_MAX = 32_768;

/** The most words of a command line, and characters of each. */
export const WORDS_MAX = 50_000;
export const WORD_MAX = 4096;

/** The widest terminal, and the most languages of its user. */
export const COLUMNS_MAX = 10_000;
export const LOCALES_MAX = 20;

/** Properties of the client's terminal. */
const terminalSchema = z.object({
  /** `null`: the output is a file or another program. */
  columns: z.int().min(1).max(COLUMNS_MAX).nullable(),
  hasColour: z.boolean(),
  /** BCP 47 tags, preferred first. */
  locales: z.array(z.string().max(100)).max(LOCALES_MAX),
  /** Whose dates are shown, as `regionOf` gives it. */
  region: z.string().regex(/^(?:[A-Z]{2}|\d{3})?$/u),
  /** In which dates are shown (IANA); empty: that of the process that runs the command. */
  timeZone: z.string().max(100).refine(isTimeZone),
});
export type TerminalFacts = z.infer<typeof terminalSchema>;

/**
 * What the command's own process does for the path that its words name. The process that answers may see other folders.
 * `read`: it has read the file, `text` has the content in Base64. `unread`: it could not, `text` is the system's error code.
 * `writes`: it writes what is printed to the file. `prints`: it names its own standard output. `folder`: it sees a folder,
 * `text` has the numbers of its device and inode.
 */
const pathSchema = z.object({
  kind: z.enum(['read', 'unread', 'writes', 'prints', 'folder']),
  text: z.string().max(CONTENT_MAX),
});
export type PathFacts = z.infer<typeof pathSchema>;

const runSchema = z.object({
  kind: z.literal('run'),
  /** The command line, starting at the command's name. */
  words: z.array(z.string().max(WORD_MAX)).min(1).max(WORDS_MAX),
  /** Absolute folder that paths are relative to. */
  cwd: z.string().min(1).max(4096),
  /** The number of the command's process, whose descriptors some paths name. */
  process: z.int().positive(),
  /** The folder with secrets that the system handed to the command's process; `null`: none. */
  credentials: z.string().max(4096).nullable(),
  /** A passphrase or an access token, read by the client; `null`: none was given. */
  secret: z.string().max(textLimits.token).nullable(),
  /** `null`: the words name none, or this client does not read them. */
  path: pathSchema.nullable(),
  terminal: terminalSchema,
});

/** A request to the process that holds the database, sent after the handshake. */
export const requestSchema = z.object({
  /** `giveWay`: the app is starting, so a command that holds the database has to end. */
  ask: z.discriminatedUnion('kind', [runSchema, z.object({ kind: z.literal('giveWay') })]),
});
export type CommandRequest = z.infer<typeof requestSchema>;
export type RunRequest = z.infer<typeof runSchema>;

/** The kinds of processes that hold the database: the app, the app without a window (`notafter run`), a command. */
const holders = ['app', 'windowless', 'command'] as const;
export type Holder = (typeof holders)[number];

export const answerSchema = z.union([
  /** The request was accepted. Before this message the client may retry elsewhere without running it twice. */
  z.object({ taken: z.literal(true) }),
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ exit: z.int().min(0).max(255) }),
  /** The command failed with a bug. */
  z.object({ failed: z.literal(true) }),
  /** Which kind of process holds the database. */
  z.object({ holder: z.enum(holders) }),
]);
export type CommandAnswer = z.infer<typeof answerSchema>;

/** Where a command writes: standard output and standard error of the client. */
export interface CommandOutput {
  out(text: string): void;
  err(text: string): void;
}

const lineLimits: JsonLimits = {
  depth: 5,
  containers: 20,
  values: WORDS_MAX + 100,
  names: 50,
  string: CONTENT_MAX,
};

/** Parses one line; `null`: it is invalid. */
export function readMessage<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    return schema.safeParse(parseBounded(line, lineLimits)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a request without the content of a file is within the limits of the server. */
export function isWithinLimits(ask: CommandRequest['ask']): boolean {
  return requestSchema.safeParse({ ask }).success && toLine({ ask }).length <= REQUEST_MAX;
}

/** A message as one line. */
export function toLine(message: object): string {
  return `${JSON.stringify(message)}\n`;
}

/** 32 random bytes as hexadecimal digits. */
const hex256 = z.string().regex(/^[0-9a-f]{64}$/u);

/** First line of the client, with a nonce for the server to sign. */
export const helloSchema = z.object({ nonce: hex256 });

/** First line of the server: its proof, and a nonce for the client to sign. The same in every version. */
export const serverProofSchema = z.object({
  /** Version of the protocol after the handshake. */
  protocol: z.int(),
  /** Version of the app. */
  version: z.string().max(100),
  nonce: hex256,
  proof: hex256,
});

/** Second line of the client. The request may follow at once. */
export const clientProofSchema = z.object({ proof: hex256 });

/** The data that both sides sign. */
export interface Handshake {
  /** Secret from the address file, never sent. */
  readonly key: string;
  /** Path of the socket, so that a proof cannot be relayed from another one. */
  readonly path: string;
  readonly clientNonce: string;
  readonly serverNonce: string;
  readonly protocol: number;
  readonly version: string;
}

/** Proves knowledge of the key: HMAC-SHA-256 over the handshake, in hexadecimal. Not valid for the other role. */
export function proofOf(role: 'server' | 'client', handshake: Handshake): string {
  const { key, path, clientNonce, serverNonce, protocol, version } = handshake;
  const signed = ['notafter command', role, path, clientNonce, serverNonce, protocol, version];
  return createHmac('sha256', key).update(JSON.stringify(signed)).digest('hex');
}

/** Checks a proof in constant time. */
export function isProofOf(role: 'server' | 'client', handshake: Handshake, proof: string): boolean {
  const expected = Buffer.from(proofOf(role, handshake));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Splits a byte stream into lines of UTF-8 with a maximum length. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  /** Longest line in characters. May change between two lines. */
  max: number;

  constructor(max: number) {
    this.max = max;
  }

  /** Gives each complete line, or `null` for one that is too long, until `read` returns `false`: nothing is read then. */
  take(bytes: Buffer, read: (line: string | null) => boolean): void {
    const [first = '', ...more] = this.#decoder.write(bytes).split('\n');
    this.#rest += first;
    for (const next of more) {
      const line = this.#rest;
      this.#rest = next;
      if (!read(line.length > this.max ? null : line)) return;
    }
    if (this.#rest.length > this.max) read(null);
  }
}
