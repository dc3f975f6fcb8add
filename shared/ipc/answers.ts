import type { RefusedRid } from '../domain/rids.ts';

export const linkNames = ['keychainHelp', 'releases'] as const;
export type LinkName = (typeof linkNames)[number];

/** The app's licence, and those of the packages that it contains as Markdown. */
export interface Licences {
  readonly own: string;
  readonly others: string;
}

export interface ChosenCaFile {
  readonly id: string;
  readonly fileName: string;
  readonly certificates: number;
}

export interface AddOrdersReport {
  readonly results: readonly {
    readonly rid: string;
    readonly outcome: 'added' | 'alreadyThere' | 'repeated';
    readonly orderId: string;
  }[];
  readonly refused: readonly RefusedRid[];
}

/** What the window is asked to show. `inbox`: at one delivery unless `null`. `token`: of a connection. */
export type WindowPlace =
  | { readonly kind: 'order' | 'export' | 'token'; readonly id: string }
  | { readonly kind: 'inbox'; readonly id: string | null }
  | { readonly kind: 'settings' };
