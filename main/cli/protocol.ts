import { z } from 'zod';

/** Changes whenever one side would not understand the other. */
export const PROTOCOL = 1;

/** The longest line that a command may send, and the longest that it takes, in characters. */
export const REQUEST_MAX = 65_536;
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
  words: z.array(z.string().max(4096)).min(1).max(1000),
  /** The absolute folder that paths are relative to. */
  cwd: z.string().min(1).max(4096),
  /** Read by the command's own process; `null`: none was given. */
  passphrase: z.string().max(1024).nullable(),
  terminal: terminalSchema,
});

/** What a process asks of the one that holds the database. */
const requestSchema = z.object({
  protocol: z.int(),
  /** Of the app. */
  version: z.string().max(100),
  /** From the address file: proof that the other one may read the person's files. */
  key: z.string().max(100),
  /** `giveWay`: the app starts; a command that holds the database is to end. */
  ask: z.discriminatedUnion('kind', [runSchema, z.object({ kind: z.literal('giveWay') })]),
});
export type CommandRequest = z.infer<typeof requestSchema>;
export type RunRequest = z.infer<typeof runSchema>;

const answerSchema = z.union([
  /** The command is run: before this it can be asked for elsewhere without being run twice. */
  z.object({ taken: z.literal(true) }),
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ exit: z.int().min(0).max(255) }),
  /** It speaks another protocol: the version of its app. */
  z.object({ mismatch: z.string().max(100) }),
  /** Who holds the database. */
  z.object({ holder: z.enum(['app', 'command']) }),
]);
export type CommandAnswer = z.infer<typeof answerSchema>;

/** What can be read of a request by every version, before all else. */
const headSchema = z.object({ protocol: z.int(), key: z.string().max(100) });

/** Reads one line of a command. `null`: it is none, or is not allowed. */
export function readRequest(line: string, key: string): CommandRequest | 'mismatch' | null {
  const json = parseJson(line);
  const head = headSchema.safeParse(json).data;
  if (head === undefined || head.key !== key) return null;
  if (head.protocol !== PROTOCOL) return 'mismatch';
  return requestSchema.safeParse(json).data ?? null;
}

/** Reads one line of the process that was asked. */
export function readAnswer(line: string): CommandAnswer | null {
  return answerSchema.safeParse(parseJson(line)).data ?? null;
}

/** A message as one line. */
export function toLine(message: CommandRequest | CommandAnswer): string {
  return `${JSON.stringify(message)}\n`;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
