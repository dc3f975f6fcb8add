import { randomBytes } from 'node:crypto';
import { KeychainSecrets } from '#main/credentials/secrets/keychainSecrets.ts';
import { KeychainVault } from '#main/credentials/vault/keychainVault.ts';
import type { OpenVault, Sealed, SealedAbout, VaultRepository } from '#main/credentials/vault/vault.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { FakeSecretStore } from '#test/support/fakeSecretStore.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

export const about: SealedAbout = { purpose: 'deliveryKey', subject: 'd1', fingerprint256: 'AB' };
export const locked = { kind: 'keychainLocked' } as const;
/** The account of the fake repository's vault. */
export const account = 'vault:v1';
export const full = { kind: 'storage', reason: 'full', detail: 'disk' } as const;

/** The vault's rows in memory, with a switchable failure. */
export class FakeVaultRepository implements VaultRepository {
  stored: Sealed | null = null;
  keys = 0;
  /** The error of every write, or `null`. */
  failure: AppError | null = null;
  /** Every write so far. */
  readonly log: string[] = [];

  id(): string {
    return 'v1';
  }

  check(): Sealed | null {
    return this.stored;
  }

  saveCheck(check: Sealed): Result<null> {
    return this.#write('saveCheck', () => {
      this.stored = check;
    });
  }

  forgetAll(): Result<null> {
    return this.#write('forgetAll', () => {
      this.stored = null;
      this.keys = 0;
    });
  }

  countKeys(): number {
    return this.keys;
  }

  #write(name: string, work: () => void): Result<null> {
    if (this.failure !== null) return err(this.failure);
    this.log.push(name);
    work();
    return ok(null);
  }
}

/** A vault over a fake keychain; `restart` returns that of a new session over the same keychain and rows. */
export function setUp(
  keychain: FakeSecretStore = new FakeSecretStore(),
  repository: FakeVaultRepository = new FakeVaultRepository(),
) {
  const secrets = new KeychainSecrets(keychain);
  const time = createFakeTime();
  const memory = { keys: 0 };
  const person = { says: async (): Promise<Result<null>> => ok(null), asked: [] as number[] };
  const vault = new KeychainVault({
    confirmStartOver: (keys) => {
      person.asked.push(keys);
      return person.says();
    },
    repository,
    secrets,
    clock: time.clock,
    scheduler: time.scheduler,
    randomBytes,
    memoryKeys: () => memory.keys,
  });
  const events: string[] = [];
  vault.onDidChange(() => events.push(vault.state().kind));
  vault.onDidBecomeLasting(() => events.push('becameLasting'));
  vault.onDidForget((what) => events.push(`forgot ${what}`));
  return {
    keychain,
    repository,
    secrets,
    time,
    memory,
    vault,
    person,
    events,
    restart: () => setUp(keychain, repository),
  };
}

/** The vault of a successful result. */
export function opened(result: Result<OpenVault>): OpenVault {
  if (!result.ok) throw new Error(`not open: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** A vault in use: its key is in the keychain, its check in the rows, and one key is sealed. */
export async function setUpUsed() {
  const used = setUp();
  const vault = opened(await used.vault.open());
  const sealed = vault.seal(Buffer.from('a private key'), about);
  used.repository.keys = 1;
  return { ...used, sealed };
}
