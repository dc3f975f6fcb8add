import {
  type BusSession,
  BusTimeout,
  type SessionEnvironment,
  sessionBusAddress,
  withSessionBus,
} from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { KeychainError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { unavailable } from './keychainErrors.ts';

/** Linux's keychain service, asked before keytar is called. */
export interface SecretService {
  /** Whether using it would need a prompt: it is locked or has no default collection. Never prompts. */
  isLocked(): Promise<Result<boolean, KeychainError>>;
  /**
   * Unlocks the default collection, or creates one, with the desktop's prompt.
   * @param limitMs timeout for the user's answer, in ms
   */
  unlock(limitMs: number): Promise<Result<null, KeychainError>>;
}

const busName = 'org.freedesktop.secrets';
const rootPath = '/org/freedesktop/secrets';
const serviceInterface = 'org.freedesktop.Secret.Service';
const collectionInterface = 'org.freedesktop.Secret.Collection';
const promptInterface = 'org.freedesktop.Secret.Prompt';
/** The Secret Service API's value for "no object". */
const noObject = '/';

/** A running service answers within 10 ms. */
const CALL_LIMIT_MS = 1000;
/** Timeout in ms if the bus has to start the service first. */
const START_LIMIT_MS = 5000;

/** The Secret Service over D-Bus (freedesktop.org Secret Storage Specification 0.2), as in GNOME and KDE. */
export class DbusSecretService implements SecretService {
  readonly #environment: SessionEnvironment;
  readonly #scheduler: Scheduler;

  constructor(environment: SessionEnvironment, scheduler: Scheduler) {
    this.#environment = environment;
    this.#scheduler = scheduler;
  }

  async isLocked(): Promise<Result<boolean, KeychainError>> {
    return await this.#withService(async (session) => {
      const collection = await defaultCollection(session);
      return ok(collection === null || (await isCollectionLocked(session, collection)));
    });
  }

  async unlock(limitMs: number): Promise<Result<null, KeychainError>> {
    return await this.#withService(async (session) => {
      const collection = await defaultCollection(session);
      if (collection !== null && !(await isCollectionLocked(session, collection))) return ok(null);
      const prompt = await requestUnlock(session, collection);
      if (prompt !== noObject) {
        const dismissed = await answerPrompt(session, prompt, limitMs);
        if (dismissed) return err({ kind: 'keychainDenied' });
      }
      const unlocked = await defaultCollection(session);
      return unlocked === null || (await isCollectionLocked(session, unlocked))
        ? err({ kind: 'keychainLocked' })
        : ok(null);
    });
  }

  async #withService<T>(
    use: (session: BusSession) => Promise<Result<T, KeychainError>>,
  ): Promise<Result<T, KeychainError>> {
    const address = sessionBusAddress(this.#environment);
    if (address === null) return err(unavailable('D-Bus'));
    try {
      return await withSessionBus(address, this.#scheduler, async (session) => {
        await ensureRunning(session);
        return await use(session);
      });
    } catch (error) {
      return err(errorOf(error));
    }
  }
}

async function ensureRunning(session: BusSession): Promise<void> {
  const bus = {
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
  };
  const hasOwner = { ...bus, member: 'NameHasOwner', signature: 's', body: [busName] };
  const [isOwned] = await session.call(hasOwner, CALL_LIMIT_MS);
  if (isOwned === true) return;
  const start = { ...bus, member: 'StartServiceByName', signature: 'su', body: [busName, 0] };
  await session.call(start, START_LIMIT_MS);
}

async function defaultCollection(session: BusSession): Promise<string | null> {
  const [path] = await session.call(
    { ...toService, member: 'ReadAlias', signature: 's', body: ['default'] },
    CALL_LIMIT_MS,
  );
  const collection = objectPath(path);
  return collection === noObject ? null : collection;
}

async function isCollectionLocked(session: BusSession, collection: string): Promise<boolean> {
  const [locked] = await session.call(
    {
      destination: busName,
      path: collection,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [collectionInterface, 'Locked'],
    },
    CALL_LIMIT_MS,
  );
  // Anything but a clear "no" counts as locked.
  return session.valueOf(locked) !== false;
}

/** Requests an unlock or a new collection. Returns the path of the prompt to answer first, if any. */
async function requestUnlock(session: BusSession, collection: string | null): Promise<string> {
  const request =
    collection === null
      ? {
          member: 'CreateCollection',
          signature: 'a{sv}s',
          body: [{ [`${collectionInterface}.Label`]: session.variant('s', 'Default') }, 'default'],
        }
      : { member: 'Unlock', signature: 'ao', body: [[collection]] };
  const [, prompt] = await session.call({ ...toService, ...request }, CALL_LIMIT_MS);
  return objectPath(prompt);
}

/** Shows a prompt and waits for the user. Returns whether it was dismissed; on a timeout it is withdrawn. */
async function answerPrompt(session: BusSession, prompt: string, limitMs: number): Promise<boolean> {
  const rule = `type='signal',sender='${busName}',path='${prompt}',interface='${promptInterface}'`;
  await session.call(
    {
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'AddMatch',
      signature: 's',
      body: [rule],
    },
    CALL_LIMIT_MS,
  );
  const toPrompt = { destination: busName, path: prompt, interface: promptInterface };
  const completed = session.signal(prompt, 'Completed', limitMs);
  // No window id: the prompt belongs to no window.
  const shown = session.call({ ...toPrompt, member: 'Prompt', signature: 's', body: [''] }, limitMs);
  try {
    const [[dismissed]] = await Promise.all([completed, shown]);
    return dismissed !== false;
  } catch (error) {
    if (error instanceof BusTimeout) await session.call({ ...toPrompt, member: 'Dismiss' }, CALL_LIMIT_MS);
    throw error;
  }
}

const toService = { destination: busName, path: rootPath, interface: serviceInterface };

function objectPath(value: unknown): string {
  if (typeof value !== 'string') throw new Error('unexpected answer of the Secret Service');
  return value;
}

function errorOf(error: unknown): KeychainError {
  if (error instanceof BusTimeout) return { kind: 'keychainTimedOut' };
  if (!(error instanceof Error)) return unavailable(String(error));
  // DBusError has the name of the D-Bus error in `type`.
  const name = 'type' in error ? error.type : null;
  switch (name) {
    case 'org.freedesktop.DBus.Error.ServiceUnknown':
    case 'org.freedesktop.DBus.Error.NameHasNoOwner':
      return unavailable(busName);
    case 'org.freedesktop.DBus.Error.AccessDenied':
      return { kind: 'keychainDenied' };
    case 'org.freedesktop.Secret.Error.IsLocked':
      return { kind: 'keychainLocked' };
    case 'org.freedesktop.DBus.Error.NoReply':
    case 'org.freedesktop.DBus.Error.TimedOut':
      return { kind: 'keychainTimedOut' };
    default:
      return unavailable(error.message);
  }
}
