import type { QuickView } from '#shared/domain/quickView.ts';

/** The element of a drawn page that holds, as JSON, what it was drawn from. */
export const DRAWN_FROM = 'drawn-from';

/** The attributes of what a click does something with in a drawn page. They say what, by their value. */
export const earlyAttributes = ['data-quick-help', 'data-quick-order', 'data-quick-place'] as const;

/** What the user did in a drawn page before its program could answer. */
export type EarlyInput =
  | { readonly kind: 'click'; readonly attribute: (typeof earlyAttributes)[number]; readonly value: string }
  | {
      readonly kind: 'key';
      readonly key: string;
      readonly code: string;
      readonly ctrlKey: boolean;
      readonly metaKey: boolean;
    };

/** Draws pages in main with the components of the window. */
export interface PageDrawer {
  /** @returns the HTML of the page's root element with this view, and the view itself as `DRAWN_FROM` */
  quickHtml(view: QuickView): string;
}
