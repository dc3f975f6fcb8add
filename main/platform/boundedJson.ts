import { atOnce, type Steps } from './slices.ts';

/** What a JSON text may be made of, beside its length. */
export interface JsonLimits {
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Lists and objects. Each takes much more memory than its two characters. */
  readonly containers: number;
  /** Values of any kind. */
  readonly values: number;
  /** Different names of members: each is kept in a table of the runtime. */
  readonly names: number;
  /** Characters of one string. */
  readonly string: number;
}

/** Of a short document of another computer, such as an answer of a service: many times what any has. */
export const documentLimits: JsonLimits = {
  depth: 50,
  containers: 10_000,
  values: 50_000,
  names: 5000,
  string: 2 ** 20,
};

/** Characters between two turns of `overLimit`. */
const STEP = 64 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Digits, signs and points of a number follow one another at most this often: many times what a double has. */
const NUMBER_MAX = 1000;

/**
 * Checks a text before `JSON.parse` builds anything: 1 MB of brackets would take 100 ms and 30 MB. What is no JSON may pass;
 * the parser refuses it. Yields now and then, so that a long text can be checked in slices.
 * @returns whether the text is over a limit
 */
export function* overLimit(text: string, limits: JsonLimits): Steps<boolean> {
  const names = new Set<string>();
  let [depth, containers, values, digits, turn] = [0, 0, 0, 0, STEP];
  for (let at = 0; at < text.length; at += 1) {
    if (at >= turn) {
      turn = at + STEP;
      yield;
    }
    const code = text.charCodeAt(at);
    // From the minus to the nine.
    digits = code >= 0x2d && code <= 0x39 ? digits + 1 : 0;
    if (digits > NUMBER_MAX) return true;
    switch (code) {
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        containers += 1;
        if (depth > limits.depth || containers > limits.containers) return true;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        if (values > limits.values) return true;
        break;
      case QUOTE: {
        const start = at;
        at = endOfString(text, start);
        if (at - start - 1 > limits.string) return true;
        if (text.charCodeAt(at + 1) !== COLON && text.charCodeAt(afterSpace(text, at + 1)) !== COLON) break;
        names.add(text.slice(start, at));
        if (names.size > limits.names) return true;
      }
    }
  }
  return false;
}

/** Parses a JSON text within limits. Throws `SyntaxError`, also for a text that is over a limit. */
export function parseBounded(text: string, limits: JsonLimits): unknown {
  if (atOnce(overLimit(text, limits))) throw new SyntaxError('The text is over a limit');
  return JSON.parse(text);
}

/** Whether a parsed value has more values in it than `most`, on all levels together. */
export function hasMoreValues(value: unknown, most: number): boolean {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.values(next);
    count += parts.length;
    if (count > most) return true;
    waiting.push(...parts);
  }
  return false;
}

/** Index of the closing quote of the string that starts at `start`, or the length of the text. */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

/** Index of the first character from `start` on that is no white space of JSON. */
export function afterSpace(text: string, start: number): number {
  let index = start;
  for (;;) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return index;
    index += 1;
  }
}
