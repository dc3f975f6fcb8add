import type { Result } from '#shared/result.ts';

/** A hook as it is stored. Its signing secrets are in the keychain, under their ids. */
export interface Hook {
  readonly id: string;
  readonly name: string;
  /** Starts with `/`; unique among the hooks. */
  readonly path: string;
  readonly enabled: boolean;
  /** Unix ms. */
  readonly createdAt: number;
  /** One or two, oldest first. */
  readonly secrets: readonly { readonly id: string; readonly createdAt: number }[];
}

/** Stores hooks. */
export interface HookRepository {
  /** In the order in which they were added. Throws if the database fails. */
  all(): Hook[];
  /** Adds or replaces a hook with its secrets. Error of both: `storage`; nothing was changed then. */
  save(hook: Hook): Result<null>;
  remove(id: string): Result<null>;
}
