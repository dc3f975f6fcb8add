import type { Dialogue } from '#main/monitoring/probe/starttls/dialogue.ts';
import { type DialogueEnd, DialogueRun } from '#main/monitoring/probe/starttls/dialogue.ts';

/** The messages in turns: sent by the server, or expected from the client. */
export type Turn = { readonly server: string | Buffer } | { readonly client: string | Buffer };

/** Splits a message of the server into chunks. */
export type Cut = (whole: Buffer) => readonly Buffer[];

/** The outcome of a dialogue: its end, `null` while it continues, and all bytes of the client, in latin1. */
export interface Played {
  readonly end: DialogueEnd | null;
  readonly said: string;
}

/** Plays the server's part. */
export function play(dialogue: Dialogue, turns: readonly Turn[], cut: Cut): Played {
  let said = '';
  const run = new DialogueRun(dialogue, (data) => {
    said += Buffer.from(data).toString('latin1');
  });
  let end = run.start();
  for (const turn of turns) {
    if ('client' in turn) continue;
    for (const piece of cut(bytesOf(turn.server))) end = run.take(piece);
  }
  return { end, said };
}

/** All expected bytes of the client, in latin1. */
export function clientsPart(turns: readonly Turn[]): string {
  return turns.map((turn) => ('client' in turn ? bytesOf(turn.client).toString('latin1') : '')).join('');
}

/** All splits of a message in two, each byte alone, and whole. */
export function allCuts(turns: readonly Turn[]): readonly Cut[] {
  const longest = Math.max(...turns.map((turn) => ('server' in turn ? bytesOf(turn.server).length : 0)));
  const inTwo = Array.from(
    { length: longest },
    (_, at): Cut =>
      (whole) =>
        at < whole.length ? [whole.subarray(0, at), whole.subarray(at)] : [whole],
  );
  return [(whole) => [whole], (whole) => [...whole].map((byte) => Buffer.from([byte])), ...inTwo];
}

/** A message as bytes. */
export function bytesOf(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
}
