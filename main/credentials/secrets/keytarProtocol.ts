/** The name under which the entries of this application stand in the keychain. */
export const keychainService = 'NotAfter';

/** One request from main to the keychain's process. */
export type KeytarRequest = { readonly id: number } & KeytarOperation;

export type KeytarOperation =
  | { readonly operation: 'get' | 'delete'; readonly account: string }
  | { readonly operation: 'set'; readonly account: string; readonly secret: string };

/** The answer to the request with the same id. */
export type KeytarReply =
  | { readonly id: number; readonly outcome: 'done'; readonly value: string | null }
  /** The native module, or a library that it needs, could not be loaded. */
  | { readonly id: number; readonly outcome: 'notLoaded' }
  /** What the platform said; never holds the secret. */
  | { readonly id: number; readonly outcome: 'failed'; readonly message: string };
