import { type GridCommand, gridCommand, type KeyPress } from '#renderer/hooks/gridKeys.ts';

/** What a key does on the timeline: go to a row, to a certificate of the row, through time, or open the order. */
export type TimelineCommand =
  | Extract<GridCommand, { readonly kind: 'move' }>
  | { readonly kind: 'open' }
  /** `to`: the place among the certificates of the row, from the earliest; -1: the row itself. */
  | { readonly kind: 'leaf'; readonly to: number }
  /** In parts of what is in sight. */
  | { readonly kind: 'pan'; readonly by: number };

/** Where the keyboard is. */
export interface TimelinePlace {
  /** The row, or -1: on none yet. */
  readonly at: number;
  /** Of rows, at least one. */
  readonly count: number;
  readonly perPage: number;
  /** The certificate of the row, or -1: on the row itself. */
  readonly leafAt: number;
  readonly leafCount: number;
}

const PAN = 0.25;

/** The command of a key; `null` for keys that mean nothing here. With Shift, left and right go through time. */
export function timelineCommand(
  press: KeyPress & { readonly shiftKey: boolean },
  { at, count, perPage, leafAt, leafCount }: TimelinePlace,
): TimelineCommand | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  if (press.key === 'ArrowLeft' || press.key === 'ArrowRight') {
    const direction = press.key === 'ArrowLeft' ? -1 : 1;
    if (press.shiftKey) return { kind: 'pan', by: direction * PAN };
    const to = Math.min(leafCount - 1, Math.max(-1, leafAt + direction));
    return to === leafAt ? null : { kind: 'leaf', to };
  }
  const command = gridCommand(press, at, count, perPage);
  if (command?.kind === 'move') return command;
  return command?.kind === 'open' ? { kind: 'open' } : null;
}
