import type { ConfigurationPreview } from '#shared/domain/configurationChange.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import type { OrderWrite, WriteResult } from '#shared/domain/writeResult.ts';

/** The one dialog that is open. Each dialog reads its own kind and closes with `{ kind: 'none' }`. */
export type DialogState =
  | { readonly kind: 'none' }
  /** The command palette. */
  | { readonly kind: 'palette' }
  /** `connectionId`: chosen beforehand, or `null`. */
  | { readonly kind: 'addOrders'; readonly connectionId: string | null }
  | ExportDialogState
  /** For a new token of a connection. */
  | { readonly kind: 'token'; readonly connectionId: string }
  | { readonly kind: 'mapDelivery'; readonly deliveryId: string }
  | { readonly kind: 'discardDelivery'; readonly deliveryId: string }
  | CopyDialogState
  /** For the command to run after updates of these copies. */
  | { readonly kind: 'copyCommand'; readonly copyIds: readonly string[] }
  | EndpointDialogState
  /** Asks before these orders are removed. */
  | { readonly kind: 'removeOrders'; readonly orderIds: readonly string[] }
  /** Changes the tags of these orders. */
  | { readonly kind: 'tags'; readonly orderIds: readonly string[] }
  /** Changes when to warn of these orders, or with `tag` of all that have this tag, as these do. */
  | { readonly kind: 'thresholds'; readonly orderIds: readonly string[]; readonly tag?: string }
  /** Shows what the import of a configuration file would change. */
  | { readonly kind: 'importConfiguration'; readonly preview: ConfigurationPreview }
  | { readonly kind: 'addSuggested'; readonly orderIds: readonly string[] };

/** The form for an endpoint. `endpointId`: the one to change, `null`: a new one, with `text` as its address. */
export interface EndpointDialogState {
  readonly kind: 'endpoint';
  readonly orderId: string;
  readonly endpointId: string | null;
  readonly text: string;
}

export type CopyDialogState =
  /** Asks whether files that another program or person changed are overwritten. `by`: what would overwrite them. */
  | { readonly kind: 'overwriteCopy'; readonly copyId: string; readonly by: 'refresh' | 'restore' }
  | ReviewCopyState
  | { readonly kind: 'restoreCopy'; readonly copyId: string };

export interface ReviewCopyState extends Omit<WriteResult<'needsReview'>, 'kind'> {
  readonly kind: 'reviewCopy';
  readonly copyId: string;
  /** The user agreed to overwrite files that another program or person changed. */
  readonly overwriteChanged: boolean;
}

export interface ExportOptions {
  readonly presetId: string;
  /** The PEM files to write. Used by the preset `pem` only. */
  readonly parts: ReadonlySet<ExportPart>;
  /** The copy or planned destination into whose folder is exported, or `each` order to its own destination; `null`: not chosen yet. */
  readonly into: string | null;
}

/**
 * `deliveryId`: exports the certificate of this delivery instead of the order's current one; `orderIds` is then one.
 * `options`: what the user had chosen, when the dialog comes back.
 */
export interface ExportDialogState {
  readonly kind: 'export';
  readonly orderIds: readonly string[];
  readonly deliveryId?: string;
  readonly options?: Partial<ExportOptions>;
  /** The results of orders that were exported to their own destinations. */
  readonly results?: readonly OrderWrite[];
}
