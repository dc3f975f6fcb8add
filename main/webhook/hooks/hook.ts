import type { Result } from '#shared/result.ts';

/** A hook as it is stored. Its signing secrets are in the keychain, under their ids. */
export interface Hook {
  readonly id: string;
  readonly name: string;
  /** Begins with `/`; no other hook has it. */
  readonly path: string;
  readonly enabled: boolean;
  /** Unix ms. */
  readonly createdAt: number;
  /** One or two, oldest first. */
  readonly secrets: readonly { readonly id: string; readonly createdAt: number }[];
}

/** Keeps hooks across restarts. */
export interface HookRepository {
  /** In the order in which they were added. Throws when the database does. */
  all(): Hook[];
  /** Adds or replaces a hook with its secrets. Error of both: `storage`; nothing was changed then. */
  save(hook: Hook): Result<null>;
  remove(id: string): Result<null>;
}
