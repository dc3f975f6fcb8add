import type { Event } from '#main/platform/emitter.ts';
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

/** The hooks as the receiver needs them. */
export interface HookDirectory {
  /** Fires when a hook was added, changed or removed. */
  readonly onDidChange: Event<void>;
  find(id: string): Hook | null;
  /** The enabled hook with exactly this path. */
  byPath(path: string): Hook | null;
  hasEnabled(): boolean;
  /** The secrets of a hook that can be read now, at least one. Errors: `unknownId`, `secretMissing`, the keychain's. */
  secretsOf(hookId: string): Promise<Result<readonly string[]>>;
  /** Notes, for the window, that a delivery for a hook was kept. @param at Unix ms */
  delivered(hookId: string, at: number): void;
}
