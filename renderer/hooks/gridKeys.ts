/** What a key does in a grid: move to the row with an index, or act on the active row. */
export type GridCommand =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle' | 'open' | 'remove' | 'selectAll' };

/** The part of a keyboard event that decides the command. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

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
