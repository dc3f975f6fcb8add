import type { Hook, HookRepository } from '#main/webhook/hooks/hook.ts';
import type { Database } from './database.ts';

/** Hooks in the tables `hooks` and `hook_secrets`, without the secrets themselves. `all` throws `StorageError`. */
export function createHookRepository(database: Database): HookRepository {
  const selectHooks = database.query<HookColumns>('SELECT * FROM hooks ORDER BY created_at, rowid');
  const selectSecrets = database.query<SecretColumns>(
    'SELECT * FROM hook_secrets ORDER BY created_at, rowid',
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
    all: () =>
      database.read(() => {
        const secrets = selectSecrets.all();
        const hooks = selectHooks.all();
        return hooks.map((columns) => fromColumns(columns, secrets));
      }),
    save: ({ id, name, path, enabled, createdAt, secrets }) =>
      database.tryWrite(() => {
        upsert.run(id, name, path, enabled ? 1 : 0, Math.round(createdAt));
        removeSecrets.run(id);
        for (const secret of secrets) insertSecret.run(secret.id, id, Math.round(secret.createdAt));
      }),
    remove: (id) =>
      database.tryWrite(() => {
        remove.run(id);
      }),
  };
}

interface HookColumns {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly enabled: number;
  readonly created_at: number;
}

interface SecretColumns {
  readonly id: string;
  readonly hook_id: string;
  readonly created_at: number;
}

function fromColumns(columns: HookColumns, secrets: readonly SecretColumns[]): Hook {
  const { id, name, path, enabled, created_at } = columns;
  const own = secrets.filter(({ hook_id }) => hook_id === id);
  return {
    id,
    name,
    path,
    enabled: enabled !== 0,
    createdAt: created_at,
    secrets: own.map((secret) => ({ id: secret.id, createdAt: secret.created_at })),
  };
}
