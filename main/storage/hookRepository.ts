import type { Logger } from '#main/platform/logger.ts';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import type { HookRepository } from '#main/webhook/hooks/hookService.ts';
import type { Database, RowOf } from './database.ts';
import { instant, or, RowCheck } from './rows.ts';

type HookRow = RowOf<Omit<Hook, 'secrets'>, { readonly enabled: number }>;
type SecretRow = Hook['secrets'][number] & { readonly hookId: string };

/** Hooks in the tables `hooks` and `hook_secrets`, without the secrets themselves. `all` throws `StorageError`. */
export function createHookRepository(database: Database, logger: Logger | null = null): HookRepository {
  const check = new RowCheck<HookRow>('hooks', logger, { createdAt: or(instant, 0) });
  const secretCheck = new RowCheck<SecretRow>('hook_secrets', logger, { createdAt: or(instant, 0) });
  const selectHooks = database.query<HookRow>(
    'SELECT id, name, path, enabled, created_at AS createdAt FROM hooks ORDER BY created_at, rowid',
  );
  const selectSecrets = database.query<SecretRow>(
    'SELECT id, hook_id AS hookId, created_at AS createdAt FROM hook_secrets ORDER BY created_at, rowid',
  );
  // Not REPLACE, which would delete the hook's linked names.
  const upsert = database.prepare(`
    INSERT INTO hooks (id, name, path, enabled, created_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, path = excluded.path, enabled = excluded.enabled`);
  const insertSecret = database.prepare(
    'INSERT INTO hook_secrets (id, hook_id, created_at) VALUES (?, ?, ?)',
  );
  const removeSecrets = database.prepare('DELETE FROM hook_secrets WHERE hook_id = ?');
  const remove = database.prepare('DELETE FROM hooks WHERE id = ?');
  return {
    all: () => {
      const secrets = Map.groupBy(secretCheck.usable(selectSecrets.all()), ({ hookId }) => hookId);
      return check.usable(selectHooks.all()).map((hook) => ({
        ...hook,
        enabled: hook.enabled !== 0,
        secrets: (secrets.get(hook.id) ?? []).map(({ id, createdAt }) => ({ id, createdAt })),
      }));
    },
    save: ({ id, name, path, enabled, createdAt, secrets }) =>
      database.tryWrite(() => {
        upsert.run(id, name, path, Number(enabled), createdAt);
        removeSecrets.run(id);
        for (const secret of secrets) insertSecret.run(secret.id, id, secret.createdAt);
      }),
    remove: (id) => database.tryWrite(() => remove.run(id)),
  };
}
