import type { CopyReview } from '#shared/domain/copy.ts';
import type { ExportOptions } from './exportOptions.ts';

/** The one dialog that is open. Each dialog reads its own kind and closes with `{ kind: 'none' }`. */
export type DialogState =
  | { readonly kind: 'none' }
  /** `connectionId`: chosen beforehand, or `null`. */
  | { readonly kind: 'addOrders'; readonly connectionId: string | null }
  /**
   * `connectionId`: the connection to show first, or `null` for the list. `entersToken`: its token is what is missing,
   * so the field for it is open.
   */
  | { readonly kind: 'connections'; readonly connectionId: string | null; readonly entersToken?: boolean }
  | { readonly kind: 'settings' }
  | { readonly kind: 'help' }
  | ExportDialogState
  /** Asks whether the private key of an order is to be copied. */
  /** `presetId`: the preset to show first. `returnTo`: the export that it was opened from, or `null`. */
  | { readonly kind: 'presets'; readonly presetId: string; readonly returnTo: ExportDialogState | null }
  /** `hookId`: the hook to show first, or `null` for the list. */
  | { readonly kind: 'receiver'; readonly hookId: string | null }
  /** Asks which order the name in a delivery means. */
  | { readonly kind: 'mapDelivery'; readonly deliveryId: string }
  /** Asks whether a delivery is taken without the service. */
  | { readonly kind: 'discardDelivery'; readonly deliveryId: string }
  | CopyDialogState
  | EndpointDialogState
  /** Asks before the endpoints are added that the names of these orders suggest. */
  | { readonly kind: 'addSuggested'; readonly orderIds: readonly string[] };

/** The form for an endpoint. `endpointId`: the one to change, `null`: a new one, with `text` as its address. */
export interface EndpointDialogState {
  readonly kind: 'endpoint';
  readonly orderId: string;
  readonly endpointId: string | null;
  readonly text: string;
}

/** The questions about one copy. */
export type CopyDialogState =
  /** Asks whether files that another hand changed are written over, and `by` what. */
  | { readonly kind: 'overwriteCopy'; readonly copyId: string; readonly by: 'refresh' | 'putBack' }
  /** Asks whether a certificate is written that has something to review. */
  | ReviewCopyState
  /** Asks whether the files that were there before a copy come back. */
  | { readonly kind: 'restoreCopy'; readonly copyId: string }
  /** The command that runs after a copy was written anew. */
  | { readonly kind: 'copyCommand'; readonly copyId: string };

export interface ReviewCopyState extends Pick<CopyReview, 'fingerprint256' | 'findings'> {
  readonly kind: 'reviewCopy';
  readonly copyId: string;
  /** The person said that files which another hand changed may be written over. */
  readonly overwriteChanged: boolean;
}

/**
 * `deliveryId`: exports the certificate of this delivery instead of the order's current one; `orderIds` is then one.
 * `options`: what the user had chosen, when the dialog comes back.
 */
export interface ExportDialogState {
  readonly kind: 'export';
  readonly orderIds: readonly string[];
  readonly deliveryId?: string;
  readonly options?: ExportOptions;
}
