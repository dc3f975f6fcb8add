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
  | { readonly kind: 'export'; readonly orderIds: readonly string[] };
