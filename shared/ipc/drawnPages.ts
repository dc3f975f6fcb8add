import type { QuickView } from '../domain/quickView.ts';
import type { Settings } from '../domain/settings.ts';
import type { AppSnapshot } from '../domain/snapshot.ts';

/** The element of a drawn page that holds, as JSON, what it was drawn from. */
export const DRAWN_FROM = 'drawn-from';

/** The attributes of what a click or a key does something with in a drawn page. They say what, by their value. */
export const controlAttributes = [
  'data-quick-help',
  'data-quick-order',
  'data-quick-place',
  'data-row-id',
  'data-control',
] as const;

/** An element of a drawn page, which is in that of React as well, or gone. */
export interface EarlyControl {
  readonly attribute: (typeof controlAttributes)[number];
  readonly value: string;
}

/** What makes the same event again. */
interface EarlyEvent {
  readonly bubbles: true;
  readonly cancelable: true;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** `detail`: 0 if a key caused the click. */
export type EarlyClick = EarlyEvent & { readonly detail: number };

export type EarlyKey = EarlyEvent & { readonly key: string; readonly code: string };

/** What the user did in a drawn page before its program could answer. */
export type EarlyInput =
  /** What has the focus now: before all else. */
  | { readonly kind: 'focus'; readonly on: EarlyControl }
  | { readonly kind: 'click'; readonly on: EarlyControl; readonly event: EarlyClick }
  | { readonly kind: 'key'; readonly event: EarlyKey };

/** A page as main has drawn it. */
export interface DrawnPage {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly theme: Settings['theme'];
  /** The HTML of the page's root element, and of the data that the page needs with it. */
  readonly html: string;
}

/** What the window shows when it opens. */
export interface ListView {
  readonly state: AppSnapshot;
  /** Of the page, in pixels of CSS. */
  readonly height: number;
}

/** Draws pages in main with the components of the window. */
export interface PageDrawer {
  quick(view: QuickView): DrawnPage;
  /** @returns `null`: the list does not begin with rows, or something comes above it that is loaded later */
  list(view: ListView): DrawnPage | null;
}
