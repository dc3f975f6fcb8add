import { signingAccount, tokenAccount } from '#main/credentials/secrets/secretsById.ts';
import type { AppParts } from './appParts.ts';

/** The accounts of the keychain that the app has something in, or should have. */
export function accountsInUse({
  connections,
  hooks,
  vault,
}: Pick<AppParts, 'connections' | 'hooks' | 'vault'>): readonly string[] {
  return [
    ...connections.list().map(({ id }) => tokenAccount(id)),
    ...hooks.secretIds().map(signingAccount),
    ...vault.accounts(),
  ];
}
