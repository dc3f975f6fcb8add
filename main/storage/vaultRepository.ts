import type { Sealed, VaultRepository } from '#main/credentials/vault/vault.ts';
import type { Database } from './database.ts';

/**
 * The vault's check value in the table `vault_check`, and all its keys in `delivery_keys`. `id`, `check` and `countKeys`
 * throw `StorageError`.
 */
export function createVaultRepository(database: Database): VaultRepository {
  const identity = database.query<{ readonly id: string }>('SELECT id FROM vault_identity');
  const select = database.query<Sealed>('SELECT nonce, ciphertext FROM vault_check');
  const insert = database.prepare('INSERT INTO vault_check (nonce, ciphertext) VALUES (?, ?)');
  const removeCheck = database.prepare('DELETE FROM vault_check');
  const removeKeys = database.prepare('DELETE FROM delivery_keys');
  const noteGone = database.prepare("UPDATE deliveries SET key_state = 'gone' WHERE key_state = 'vault'");
  const count = database.query<{ readonly keys: number }>('SELECT COUNT(*) AS keys FROM delivery_keys');
  const emptyLog = database.query('PRAGMA wal_checkpoint(TRUNCATE)');
  return {
    id: () => identity.one().id,
    check: () => select.get() ?? null,
    saveCheck: ({ nonce, ciphertext }) =>
      database.tryWrite(() => {
        removeCheck.run();
        insert.run(nonce, ciphertext);
      }),
    forgetAll: () => {
      const forgotten = database.tryWrite(() => {
        removeKeys.run();
        noteGone.run();
        removeCheck.run();
      });
      // The pages of the file are overwritten (`secure_delete`), but the log still contains them. If this fails, the next
      // checkpoint empties the log.
      if (forgotten.ok) database.tryRead(() => emptyLog.get());
      return forgotten;
    },
    countKeys: () => count.one().keys,
  };
}
