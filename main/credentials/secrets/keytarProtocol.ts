/** The service name of the app's keychain entries. */
export const keychainService = 'NotAfter';

/** A request to the keychain process. */
export type KeytarRequest = { readonly id: number } & KeytarOperation;

export type KeytarOperation =
  | { readonly operation: 'get' | 'delete'; readonly account: string }
  | { readonly operation: 'set'; readonly account: string; readonly secret: string };

/** The answer to the request with the same id. */
export type KeytarReply =
  | { readonly id: number; readonly outcome: 'done'; readonly value: string | null }
  /** The native module, or a library it needs, could not be loaded. */
  | { readonly id: number; readonly outcome: 'notLoaded' }
  /** The platform's error message, without the secret. */
  | { readonly id: number; readonly outcome: 'failed'; readonly message: string };
