import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import { isDesktop } from '#main/platform/desktopName.ts';
import {
  type BusSession,
  BusTimeout,
  busDaemon,
  FOLLOWER_LIMIT_MS,
  withSessionBus,
} from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { KeychainError } from '#shared/errors.ts';
import { keychainService } from '#shared/identity.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { unavailable } from './keychainErrors.ts';

/** Linux's keychain service, asked before keytar is called. */
export interface SecretService {
  /** Whether using it would need a prompt: it is locked or has no default collection. Never prompts. */
  isLocked(): Promise<Result<boolean, KeychainError>>;
  /**
   * Whether it has an entry of this account that it gives only with a person's consent, or that is in another, locked
   * collection. Never prompts.
   */
  withholds(account: string): Promise<Result<boolean, KeychainError>>;
  /**
   * Unlocks the default collection, or creates one, with the desktop's prompt.
   * @param limitMs timeout for the user's answer, in ms
   * @param signal ends it as the timeout does
   */
  unlock(limitMs: number, signal?: AbortSignal): Promise<Result<null, KeychainError>>;
}

const busName = 'org.freedesktop.secrets';
const toService = {
  destination: busName,
  path: '/org/freedesktop/secrets',
  interface: 'org.freedesktop.Secret.Service',
};
const collectionInterface = 'org.freedesktop.Secret.Collection';
const promptInterface = 'org.freedesktop.Secret.Prompt';
/** The Secret Service API's value for "no object". */
const noObject = '/';

/**
 * The names by which the bus starts KWallet: of KDE Frameworks from 6.14, from 6.0, and from 5.97. It takes the name of the
 * Secret Service then, by which the bus can't start it.
 */
const kwalletNames = ['org.kde.secretservicecompat', 'org.kde.kwalletd6', 'org.kde.kwalletd5'];

const START_LIMIT_MS = 5000;

/** How long KWallet may take from its own name to that of the Secret Service. */
const KWALLET_LIMIT_MS = 3000;

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

  async withholds(account: string): Promise<Result<boolean, KeychainError>> {
    return await this.#withService(async (session) => {
      const search = {
        member: 'SearchItems',
        signature: 'a{ss}',
        body: [{ service: keychainService, account }],
      };
      const [, locked] = await session.call({ ...toService, ...search });
      return ok(Array.isArray(locked) && locked.length > 0);
    });
  }

  async unlock(limitMs: number, signal?: AbortSignal): Promise<Result<null, KeychainError>> {
    const isKde = isDesktop(this.#environment, 'KDE');
    return await this.#withService(async (session) => {
      const collection = await defaultCollection(session);
      if (collection !== null && !(await isCollectionLocked(session, collection))) return ok(null);
      const prompt = await requestUnlock(session, collection);
      if (prompt !== noObject) {
        const dismissed = await answerPrompt(session, prompt, limitMs, signal);
        if (dismissed) return err({ kind: 'keychainDenied' });
      }
      const unlocked = await defaultCollection(session);
      return unlocked === null || (await isCollectionLocked(session, unlocked))
        ? err({ kind: 'keychainLocked' })
        : ok(null);
    }, isKde);
  }

  /** @param startsKWallet whether KWallet is started where the bus knows no Secret Service */
  async #withService<T>(
    use: (session: BusSession) => Promise<Result<T, KeychainError>>,
    startsKWallet = false,
  ): Promise<Result<T, KeychainError>> {
    const address = sessionBusAddress(this.#environment);
    if (address === null) return err(unavailable('D-Bus'));
    try {
      return await withSessionBus(address, this.#scheduler, async (session) => {
        await ensureRunning(session, startsKWallet);
        return await use(session);
      });
    } catch (error) {
      return err(errorOf(error));
    }
  }
}

async function ensureRunning(session: BusSession, startsKWallet: boolean): Promise<void> {
  if (await session.hasOwner(busName)) return;
  try {
    await start(session, busName, START_LIMIT_MS);
  } catch (error) {
    if (startsKWallet) await startKWallet(session);
    if (!(await session.hasOwner(busName))) throw error;
  }
}

/**
 * Starts KWallet if it is there, and waits until it is the Secret Service, which its settings may forbid. Only where a person
 * asks for the keychain: a KeePassXC that starts later finds the name taken, and switches its own service off.
 */
async function startKWallet(session: BusSession): Promise<void> {
  await session.addMatch(
    `type='signal',sender='${busDaemon.destination}',member='NameOwnerChanged',arg0='${busName}'`,
  );
  for (const name of kwalletNames) {
    try {
      await start(session, name, FOLLOWER_LIMIT_MS);
    } catch {
      continue;
    }
    const taken = session.signal(busDaemon.path, 'NameOwnerChanged', KWALLET_LIMIT_MS).catch(() => undefined);
    if (!(await session.hasOwner(busName))) await taken;
    return;
  }
}

async function start(session: BusSession, name: string, limitMs: number): Promise<void> {
  const call = { ...busDaemon, member: 'StartServiceByName', signature: 'su', body: [name, 0] };
  await session.call(call, limitMs);
}

async function defaultCollection(session: BusSession): Promise<string | null> {
  const [path] = await session.call({ ...toService, member: 'ReadAlias', signature: 's', body: ['default'] });
  const collection = objectPath(path);
  return collection === noObject ? null : collection;
}

async function isCollectionLocked(session: BusSession, collection: string): Promise<boolean> {
  const object = { destination: busName, path: collection, interface: collectionInterface };
  // Anything but a clear "no" counts as locked.
  return (await session.property(object, 'Locked')) !== false;
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
  const [, prompt] = await session.call({ ...toService, ...request });
  return objectPath(prompt);
}

/** Shows a prompt and waits for the user. Returns whether it was dismissed; on a timeout it is withdrawn, or when the wait ends. */
async function answerPrompt(
  session: BusSession,
  prompt: string,
  limitMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  await session.addMatch(`type='signal',sender='${busName}',path='${prompt}',interface='${promptInterface}'`);
  const toPrompt = { destination: busName, path: prompt, interface: promptInterface };
  const completed = session.signal(prompt, 'Completed', limitMs);
  // No window id: the prompt belongs to no window.
  const shown = session.call({ ...toPrompt, member: 'Prompt', signature: 's', body: [''] }, limitMs);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new BusTimeout());
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  try {
    const [[dismissed]] = await Promise.race([Promise.all([completed, shown]), ended]);
    return dismissed !== false;
  } catch (error) {
    if (error instanceof BusTimeout) await session.call({ ...toPrompt, member: 'Dismiss' });
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

function objectPath(value: unknown): string {
  if (typeof value !== 'string') throw new Error('unexpected answer of the Secret Service');
  return value;
}

function errorOf(error: unknown): KeychainError {
  if (error instanceof BusTimeout) return { kind: 'keychainTimedOut' };
  if (!(error instanceof Error)) return unavailable(String(error));
  // DBusError has the name of the D-Bus error in `type`.
  switch ('type' in error ? error.type : null) {
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
