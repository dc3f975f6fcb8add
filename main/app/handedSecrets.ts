import { isAbsolute } from 'node:path';
import { parseWebhookSecret } from '#main/alerting/events/standardWebhooks.ts';
import type { CredentialFiles } from '#main/cli/context.ts';
import { readCredentialFile, readFileFor } from '#main/credentials/files/credentialFile.ts';
import { signingAccount, tokenAccount, webhookAccount } from '#main/credentials/secrets/secretsById.ts';
import { readVaultKey, vaultAccount } from '#main/credentials/vault/vaultKeyring.ts';
import type { Connection } from '#main/orders/connections/connection.ts';
import { boundToken } from '#main/orders/connections/connectionTokens.ts';
import { CredentialTokens, type SecretFileProblem } from '#main/orders/connections/credentialTokens.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import { SIGNING_PREFIX, severalSecrets } from '#main/webhook/hooks/hookSecrets.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { HOOK_SECRETS_MAX } from '#shared/domain/receiver.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Base } from './base.ts';
import { keychainAccounts } from './secretModule.ts';
import type { Services } from './services.ts';

/** A file that was read and is not used. */
export interface RefusedFile {
  readonly problem: SecretFileProblem;
  /** Whose token it is; `null`: it is another secret. */
  readonly connection: Connection | null;
}

/** The secrets that the system handed to this process in files. */
export interface HandedSecrets extends CredentialFiles {
  /** Fires once for each problem of a secret, until the problem is another one. */
  readonly onDidRefuse: Event<RefusedFile>;
  /** Reads every file again, for secrets that the keychain did not give. Never rejects. */
  readAgain(): Promise<void>;
}

type Found = Result<string | null, SecretFileProblem>;

const WEBHOOK_FILE = 'notafter-webhook-secret';
const VAULT_FILE = 'notafter-vault-key';

/** How a connection is polled whose token is refused or missing. */
const withoutToken: ReadonlySet<PollingState['kind']> = new Set(['rejected', 'waitingForToken']);

/** Meanwhile its file may be replaced at any time. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;

/**
 * Lets secrets that the keychain does not give come from files of `$CREDENTIALS_DIRECTORY`; a token that the service
 * refuses, or that is missing, is read again. `null`: the system handed over none.
 */
export function takeHandedSecrets(base: Base, services: Services): HandedSecrets | null {
  const { environment, lifetime, scheduler, logger } = base;
  const { connections, hooks, poller, secrets } = services;
  const folder = environment['CREDENTIALS_DIRECTORY'] ?? '';
  if (!isAbsolute(folder)) return null;
  const tokens = new CredentialTokens(folder, connections);
  const refused = new Emitter<RefusedFile>('handedSecrets.refused');
  const told = new Map<string, string>();

  const ownerOf = (account: string) => {
    const view = connections.list().find(({ id }) => tokenAccount(id) === account);
    return view === undefined ? null : connections.find(view.id);
  };
  const tokenOf = async (account: string): Promise<Found> => {
    const found = await tokens.find(ownerOf(account)?.id ?? '');
    const owner = ownerOf(account);
    if (!found.ok || found.value === null) return found;
    // Bound as the keychain's: the connection may be changed while this process runs.
    return ok(owner === null ? null : boundToken(owner, found.value));
  };
  const signingOf = async (account: string): Promise<Found> => {
    for (const hook of hooks.list()) {
      const index = hook.secrets.findIndex(({ id }) => signingAccount(id) === account);
      if (index < 0) continue;
      return await signingIn(hook, index, index === hook.secrets.length - 1);
    }
    return ok(null);
  };
  /** @param isLast of the hook: it has the lines that are left as well, for a rotation that only the file knows */
  const signingIn = async (
    hook: { readonly id: string | null; readonly name: string },
    index: number,
    isLast: boolean,
  ) => {
    const read = await readFileFor(folder, SIGNING_PREFIX, hook, hooks.list());
    if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
    const { file, text } = read.value;
    const lines = text.trim().split(/\r?\n/u);
    const own = lines.slice(index, isLast ? HOOK_SECRETS_MAX : index + 1);
    return own.length === 0 ? ok(null) : formed(file, severalSecrets(own));
  };
  const only = async (file: string, parse: (text: string) => Result<string, unknown>): Promise<Found> => {
    const read = await readCredentialFile(folder, file);
    return !read.ok || read.value === null ? read : formed(file, parse(read.value.trim()));
  };
  const find = (account: string): Promise<Found> => {
    if (account.startsWith(tokenAccount(''))) return tokenOf(account);
    if (account.startsWith(signingAccount(''))) return signingOf(account);
    if (account.startsWith(webhookAccount(''))) return only(WEBHOOK_FILE, parseWebhookSecret);
    if (account.startsWith(vaultAccount(''))) return only(VAULT_FILE, vaultKey);
    return Promise.resolve(ok(null));
  };
  secrets.setFallback(async (account) => {
    const found = await find(account);
    const problem = found.ok ? '' : `${found.error.reason} ${found.error.code}`;
    if (!found.ok && told.get(account) !== problem)
      refused.fire({ problem: found.error, connection: ownerOf(account) });
    told.set(account, problem);
    return found.ok ? found.value : null;
  });
  const readAll = async (accounts: readonly string[]) => {
    for (const account of accounts) await secrets.getAgain(account);
  };
  const readAgain = (accounts: readonly string[]) =>
    readAll(accounts).catch((error: unknown) =>
      logger.error('Secrets were not read again', { error: errorName(error) }),
    );

  const waiting = new Map<string, Disposable>();
  const lookAgain = (connectionId: string) => {
    waiting.get(connectionId)?.dispose();
    waiting.delete(connectionId);
    if (lifetime.isEnding || !withoutToken.has(poller.pollingState(connectionId).kind)) return;
    void readAgain([tokenAccount(connectionId)]);
    waiting.set(
      connectionId,
      scheduler.after(LOOK_EVERY_MS, () => lookAgain(connectionId)),
    );
  };
  lifetime.stop(poller.onDidChangeState(({ connectionId }) => lookAgain(connectionId)));
  lifetime.stop({
    dispose: () => {
      for (const timer of [...waiting.values()]) timer.dispose();
    },
  });
  return {
    tokens,
    isSigningThere: async (name) => {
      const found = await signingIn({ id: null, name }, 0, true);
      return found.ok ? ok(found.value !== null) : found;
    },
    onDidRefuse: refused.event,
    readAgain: () => readAgain(keychainAccounts(services)),
  };
}

function formed(file: string, parsed: Result<string, unknown>): Found {
  return parsed.ok ? ok(parsed.value) : err({ file, reason: 'malformed', code: '' });
}

/** A key of the vault, which checks later whether it is the right one. */
function vaultKey(text: string): Result<string, null> {
  const key = readVaultKey(text);
  key?.fill(0);
  return key === null ? err(null) : ok(text);
}
