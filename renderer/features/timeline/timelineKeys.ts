import { type GridCommand, gridCommand } from '#renderer/hooks/gridKeys.ts';
import type { KeyPress } from '#shared/domain/keyPress.ts';

/** What a key does on the timeline: move to a row or to a certificate in it, scroll through time, or open the order. */
export type TimelineCommand =
  | Extract<GridCommand, { readonly kind: 'move' }>
  | { readonly kind: 'open' }
  /** `to`: index of a certificate in the row, the earliest first; -1 for the row itself. */
  | { readonly kind: 'leaf'; readonly to: number }
  /** `by`: share of the visible time. */
  | { readonly kind: 'pan'; readonly by: number };

interface TimelinePosition {
  /** Index of the row, or -1 for none. */
  readonly at: number;
  /** Number of rows, at least one. */
  readonly count: number;
  readonly perPage: number;
  /** Index of the certificate in the row, or -1 for the row itself. */
  readonly leafAt: number;
  readonly leafCount: number;
}

const PAN = 0.25;

/** The command of a key; `null` for keys without a command. With Shift, left and right scroll through time. */
export function timelineCommand(
  press: KeyPress,
  { at, count, perPage, leafAt, leafCount }: TimelinePosition,
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
