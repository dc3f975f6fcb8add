import { fileNamedAfter } from '#main/credentials/files/fileNamedAfter.ts';
import type { SecretsById } from '#main/credentials/secrets/secretsById.ts';
import type { HookSecretView, HookView } from '#shared/domain/receiver.ts';
import { type AppError, type InputReason, isKeychainError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A hook as it is stored. Its signing secrets are in the keychain, under their ids. */
export interface Hook extends Omit<HookView, 'secrets' | 'lastDeliveryAt'> {
  /** One or two, oldest first. */
  readonly secrets: readonly { readonly id: string; readonly createdAt: number }[];
}

/** A removed secret, for undoing the removal; `null`: it could not be read. */
interface RemovedSecret {
  readonly id: string;
  readonly text: string | null;
}

/** The signing secrets of hooks in the keychain. */
export class HookSecrets {
  readonly #store: SecretsById;
  readonly #reading = new Map<string, Promise<Result<readonly string[]>>>();

  constructor(store: SecretsById) {
    this.#store = store;
  }

  /** Stores a secret that the user entered. Errors: `invalidInput`, those of the keychain. */
  async keep(id: string, text: string): Promise<Result<null>> {
    const secret = parseSigningSecret(text);
    if (!secret.ok) return err({ kind: 'invalidInput', field: 'secret', reason: secret.error });
    return await this.#store.set(id, secret.value);
  }

  /** Removes all of these secrets, or none. Succeeds without a keychain. Errors: those of the keychain. */
  async remove(ids: readonly string[]): Promise<Result<readonly RemovedSecret[]>> {
    const removed: RemovedSecret[] = [];
    for (const id of ids) {
      const held = await this.#store.get(id);
      const deleted = await this.#store.delete(id);
      if (!deleted.ok && deleted.error.kind !== 'keychainUnavailable') {
        await this.restore(removed);
        return deleted;
      }
      removed.push({ id, text: held.ok ? held.value : null });
    }
    return ok(removed);
  }

  async restore(removed: readonly RemovedSecret[]): Promise<void> {
    for (const { id, text } of removed) if (text !== null) await this.#store.set(id, text);
  }

  /** The readable secrets of a hook. Errors: `secretMissing`, those of the keychain. */
  read(hook: Hook): Promise<Result<readonly string[]>> {
    // Any request causes a read, and a locked keychain may prompt each time: concurrent requests share one read.
    const key = hook.secrets.map(({ id }) => id).join(' ');
    const reading = this.#reading.get(key) ?? this.#readAll(hook).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  views(hook: Hook): readonly HookSecretView[] {
    return hook.secrets.map(({ id, createdAt }) => ({ id, createdAt, state: this.#store.state(id) }));
  }

  async #readAll({ secrets }: Hook): Promise<Result<readonly string[]>> {
    const found = await Promise.all(secrets.map(({ id }) => this.#store.get(id)));
    const held = found.flatMap((result) => (result.ok ? result.value.split(SEPARATOR) : []));
    if (held.length > 0) return ok(held);
    const errors: readonly AppError[] = found.flatMap((result) => (result.ok ? [] : [result.error]));
    // A keychain error may be temporary, so it says more than a missing secret.
    return err(errors.find(isKeychainError) ?? { kind: 'secretMissing' });
  }
}

/** The file of `$CREDENTIALS_DIRECTORY` for a hook begins with this. It has one line for each signing secret, the oldest first. */
export const SIGNING_PREFIX = 'notafter-signing-';

/** The file for a hook of this name; `null`: nothing is left of the name. */
export function signingFile(name: string): string | null {
  return fileNamedAfter(SIGNING_PREFIX, name);
}

/** Between secrets that a file hands over in the place of one: none contains it. */
const SEPARATOR = '\n';

/** The signing secrets of these lines as one text. Errors: those of `parseSigningSecret`. */
export function severalSecrets(lines: readonly string[]): Result<string, InputReason> {
  const secrets: string[] = [];
  for (const line of lines) {
    const secret = parseSigningSecret(line);
    if (!secret.ok) return secret;
    secrets.push(secret.value);
  }
  return ok(secrets.join(SEPARATOR));
}

const MAX_SECRET_BYTES = 1024;
const MIN_SECRET_LENGTH = 8;

/**
 * Validates a signing secret, without white space around it. The service does not specify its form (interface, section
 * 5): accepted are 8 characters up to 1024 bytes of UTF-8, on one line.
 */
export function parseSigningSecret(text: string): Result<string, InputReason> {
  const secret = text.trim();
  if (secret === '') return err('empty');
  if (Buffer.byteLength(secret) > MAX_SECRET_BYTES) return err('tooLong');
  if (/\p{Cc}/u.test(secret) || !secret.isWellFormed()) return err('controlCharacters');
  return [...secret].length < MIN_SECRET_LENGTH ? err('tooShort') : ok(secret);
}
