import { isAbsolute } from 'node:path';
import { tokenAccount } from '#main/credentials/secrets/secretsById.ts';
import { boundToken } from '#main/orders/connections/connectionTokens.ts';
import { CredentialTokens } from '#main/orders/connections/credentialTokens.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';

/** The access tokens that the system handed to this process in files; `null`: it handed over none. */
export function credentialsOf(
  { environment }: Base,
  { connections, secrets }: Pick<Services, 'connections' | 'secrets'>,
): CredentialTokens | null {
  const folder = environment['CREDENTIALS_DIRECTORY'] ?? '';
  if (!isAbsolute(folder)) return null;
  const credentials = new CredentialTokens(folder, connections);
  secrets.setFallback(async (account) => {
    const connection = connections.list().find(({ id }) => tokenAccount(id) === account);
    if (connection === undefined) return null;
    const found = await credentials.find(connection.id);
    const owner = connections.find(connection.id);
    // Bound as the keychain's: the connection may be changed while this process runs.
    return found.ok && found.value !== null && owner !== null ? boundToken(owner, found.value) : null;
  });
  return credentials;
}
