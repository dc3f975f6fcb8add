import type { HelpfulAction } from './conditions/helpfulActions.ts';
import type { Settings } from './settings.ts';
import type { OrderStatus } from './status.ts';

/** An order as the quick window shows it, in the words of main. */
export interface QuickRow {
  readonly id: string;
  readonly title: string;
  readonly status: OrderStatus;
  readonly statusName: string;
  /** When it expires or expired, or what is wrong and why. */
  readonly words: string;
  readonly needsAttention: boolean;
  /** What helps it first, with its label; `null`: nothing is left to do. */
  readonly help: { readonly action: HelpfulAction; readonly label: string } | null;
}

/** All that the quick window shows: its page holds no other texts and no other orders. */
export interface QuickView {
  /** Those that need attention, worst first, then the others, soonest first; at most `QUICK_ROWS_MAX`. */
  readonly rows: readonly QuickRow[];
  readonly texts: QuickTexts;
  readonly locale: string;
  readonly theme: Settings['theme'];
}

export interface QuickTexts {
  readonly search: string;
  readonly attention: string;
  readonly next: string;
  /** In place of rows. */
  readonly empty: string;
  /** How many orders need attention, or that all are healthy. */
  readonly state: string;
  /** The deliveries that wait; `null`: none. */
  readonly waiting: string | null;
  /** After the beginning of something whose result shows in the order. */
  readonly started: string;
  readonly details: string;
  readonly window: string;
  /** The key that opens the window on this system. */
  readonly windowKey: string;
}

export const QUICK_ROWS_MAX = 40;
