import type { LucideIcon } from 'lucide-react';
import type { Projection } from '#renderer/stores/mirror.ts';
import type { ViewState } from '#renderer/stores/viewStore.ts';
import type { Translate } from '#shared/i18n/types.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly text: string;
  /** Beside the text: what it is about. */
  readonly about?: string;
  /** Words that find it too, between blanks. */
  readonly synonyms?: string;
  /** It is shown once something is typed. */
  readonly isRare?: boolean;
  readonly shortcut?: { readonly key: string; readonly label: string } | undefined;
  readonly run: () => void;
}

export interface PaletteContext {
  readonly app: Projection;
  readonly view: Pick<ViewState, 'view' | 'orders'>;
  readonly t: Translate;
  /** Unix ms. */
  readonly now: number;
  /** Such as `Ctrl+K` for `K`. */
  readonly withCommand: (key: string) => string;
}
