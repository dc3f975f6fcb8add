import { type KeyPress, keyMeaning } from '#shared/domain/keyPress.ts';

/** What a key does in a grid: move to the row with an index, or act on the active row. */
export type GridCommand =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle' | 'open' | 'remove' | 'selectAll' }
  | { readonly kind: 'verb'; readonly key: VerbKey };

/** The letters that do something with an order: export, update, sync, snooze, copy. */
const verbKeys = ['e', 'u', 's', 'z', 'c'] as const;
export type VerbKey = (typeof verbKeys)[number];

/**
 * The command of a key in a grid of `count` rows (at least one), where row `at` is active (-1: none) and Page Down
 * moves by `perPage` rows; `null` for keys without a command.
 */
export function gridCommand(press: KeyPress, at: number, count: number, perPage: number): GridCommand | null {
  if (press.altKey) return null;
  const to = (target: number): GridCommand => ({
    kind: 'move',
    to: Math.min(count - 1, Math.max(0, target)),
  });
  switch (keyMeaning(press)) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at < 0 ? 0 : at - 1);
    case 'PageDown':
      return to(Math.max(0, at) + perPage);
    case 'PageUp':
      return to(at - perPage);
    case 'Home':
      return to(0);
    case 'End':
      return to(count - 1);
    case ' ':
      return { kind: 'toggle' };
    case 'Enter':
      return { kind: 'open' };
    case 'Delete':
      return { kind: 'remove' };
    case 'a':
      return press.ctrlKey || press.metaKey ? { kind: 'selectAll' } : null;
    default: {
      const key = verbKey(press);
      return key === null ? null : { kind: 'verb', key };
    }
  }
}

/** The letter of a verb that is pressed alone; `null`: another key. */
export function verbKey(press: KeyPress): VerbKey | null {
  if (press.shiftKey || press.ctrlKey || press.metaKey || press.altKey) return null;
  const letter = keyMeaning(press);
  return verbKeys.find((key) => key === letter) ?? null;
}

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
