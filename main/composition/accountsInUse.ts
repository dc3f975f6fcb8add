import type { ConnectionService } from '../connections/connectionService.ts';
import { tokenAccount } from '../secrets/secretsById.ts';

/** The accounts of the keychain that the app has something in, or should have. */
export function accountsInUse({
  connections,
}: {
  readonly connections: Pick<ConnectionService, 'list'>;
}): readonly string[] {
  return connections.list().map(({ id }) => tokenAccount(id));
}
