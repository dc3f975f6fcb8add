/** What a key does in the list: go to a row by its place, or act on the row that the keyboard is on. */
export type ListCommand =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle' | 'open' | 'remove' | 'selectAll' };

/** The part of a keyboard event that a command follows from. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * The command of a key in a list of `count` rows (at least one) with the keyboard on row `at` (-1: on none yet) and
 * `perPage` rows in sight; `null` for keys that mean nothing here.
 */
export function listCommand(press: KeyPress, at: number, count: number, perPage: number): ListCommand | null {
  if (press.altKey) return null;
  const to = (target: number): ListCommand => ({
    kind: 'move',
    to: Math.min(count - 1, Math.max(0, target)),
  });
  switch (press.key) {
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
    case 'A':
      return press.ctrlKey || press.metaKey ? { kind: 'selectAll' } : null;
    default:
      return null;
  }
}
