import type { KeyPress } from '#shared/domain/keyPress.ts';
import { verbKey } from './gridKeys.ts';

/** Letters typed on a list one after the other, and when the last one was (ms of event time). */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

/** A letter that comes later than this (ms) begins another name. */
const PAUSE_MS = 800;

/**
 * Whether a key is a letter of a name. The space bar, the slash and the question mark have their own effect in a list, and
 * so have the letters of verbs, which begin a name only with Shift. @param at ms of event time
 */
export function isTyped(press: KeyPress, typed: Typed | null, at: number): boolean {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey || [...key].length !== 1 || ' /?'.includes(key)) return false;
  return goesOn(typed, at) || verbKey(press) === null;
}

function goesOn(typed: Typed | null, at: number): typed is Typed {
  return typed !== null && at - typed.at < PAUSE_MS;
}

/** The letters typed so far, with one more. */
export function typedOn(typed: Typed | null, key: string, at: number): Typed {
  return { text: (goesOn(typed, at) ? typed.text : '') + key.toLowerCase(), at };
}

/**
 * Index of the next row, from `at` on and around the end, whose name begins with `text`; -1 without one. One letter
 * alone, or repeated, moves on from a row that it matches.
 */
export function nextMatch(
  text: string,
  nameAt: (index: number) => string,
  count: number,
  at: number,
): number {
  const [first = ''] = text;
  const isOneLetter = [...text].every((letter) => letter === first);
  const searched = isOneLetter ? first : text;
  const from = Math.max(0, isOneLetter ? at + 1 : at);
  for (let step = 0; step < count; step += 1) {
    const index = (from + step) % count;
    if (nameAt(index).toLowerCase().startsWith(searched)) return index;
  }
  return -1;
}
