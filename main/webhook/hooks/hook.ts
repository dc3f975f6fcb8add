import type { HookView } from '#shared/domain/receiver.ts';
import type { Result } from '#shared/result.ts';

/** A hook as it is stored. Its signing secrets are in the keychain, under their ids. */
export interface Hook extends Omit<HookView, 'secrets' | 'lastDeliveryAt'> {
  /** One or two, oldest first. */
  readonly secrets: readonly { readonly id: string; readonly createdAt: number }[];
}

export interface HookRepository {
  /** In the order in which they were added. Throws if the database fails. */
  all(): Hook[];
  /** Adds or replaces a hook with its secrets. Error of both: `storage`; nothing was changed then. */
  save(hook: Hook): Result<null>;
  remove(id: string): Result<null>;
}
