import { randomUUID } from 'node:crypto';
import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import { type BusSession, busDaemon, withSessionBus } from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ShortcutState } from '#shared/domain/shortcut.ts';
import { applicationId } from '#shared/identity.ts';
import { portal } from './portal.ts';

/** A shortcut to register, and the functions that are called when it is pressed and when the desktop answers. */
export interface HeldShortcut {
  readonly environment: SessionEnvironment;
  readonly scheduler: Scheduler;
  /** As `isShortcut` accepts it. */
  readonly shortcut: string;
  /** What the desktop shows of it. */
  readonly description: string;
  readonly ended: Promise<void>;
  readonly pressed: () => void;
  /** Called with each answer of the desktop. */
  readonly answered: (state: ShortcutState) => void;
}

const shortcuts = { ...portal, interface: 'org.freedesktop.portal.GlobalShortcuts' };
/** The desktop keeps the keys of this name, by the app. */
const SHORTCUT_ID = 'quick';

/** A portal that the bus has to start first takes seconds. */
const PORTAL_LIMIT_MS = 25_000;
/** A person answers what the desktop asks. */
const PERSON_LIMIT_MS = 24 * 60 * 60_000;

/**
 * Has the keys until `ended`, because they belong to the connection. Throws if the desktop has no such portal, or the
 * connection broke.
 */
export async function holdShortcut(held: HeldShortcut): Promise<void> {
  const address = sessionBusAddress(held.environment);
  if (address === null) throw new Error('There is no session bus');
  await withSessionBus(address, held.scheduler, (session) =>
    Promise.race([held.ended, bindAgainAndAgain(session, held)]),
  );
}

/** Binds the keys, and again when the portal has started again: it knows no session then. */
async function bindAgainAndAgain(session: BusSession, held: HeldShortcut): Promise<never> {
  const failed = Promise.withResolvers<never>();
  const bind = async () => held.answered(await bound(session, held.shortcut, held.description));
  session.onSignal(portal.path, 'Activated', ([, id]) => {
    if (id === SHORTCUT_ID) held.pressed();
  });
  session.onSignal(portal.path, 'ShortcutsChanged', ([, list]) =>
    held.answered(stateOf(session, list, held.shortcut)),
  );
  await introduce(session);
  const ofPortal = `type='signal',sender='${portal.destination}'`;
  await session.addMatch(`${ofPortal},interface='${shortcuts.interface}'`);
  await session.addMatch(`${ofPortal},interface='org.freedesktop.portal.Request',member='Response'`);
  await bind();
  const member = 'NameOwnerChanged';
  session.onSignal(busDaemon.path, member, ([name, , owner]) => {
    if (name === portal.destination && owner !== '') introduce(session).then(bind).catch(failed.reject);
  });
  const ofBus = `type='signal',sender='${busDaemon.destination}'`;
  await session.addMatch(`${ofBus},member='${member}',arg0='${portal.destination}'`);
  return failed.promise;
}

/**
 * Says which app this connection belongs to, before any other call. A portal before 1.20 has no registry: it knows the app by
 * the unit that systemd started it in.
 */
async function introduce(session: BusSession): Promise<void> {
  const registry = { ...shortcuts, interface: 'org.freedesktop.host.portal.Registry', member: 'Register' };
  await session
    .call({ ...registry, signature: 'sa{sv}', body: [applicationId, {}] }, PORTAL_LIMIT_MS)
    .catch(() => undefined);
}

/** Asks the portal for the keys. Throws if there is no such portal. */
async function bound(session: BusSession, shortcut: string, description: string): Promise<ShortcutState> {
  const text = (value: string) => session.variant('s', value);
  const created = await answered(session, 'CreateSession', PORTAL_LIMIT_MS, (handle) => ({
    signature: 'a{sv}',
    body: [{ handle_token: text(handle), session_handle_token: text(token()) }],
  }));
  const handle = session.valueOf(created['session_handle']);
  if (typeof handle !== 'string') return { kind: 'declined' };
  const wanted = { description: text(description), preferred_trigger: text(portalTrigger(shortcut)) };
  const given = await answered(session, 'BindShortcuts', PERSON_LIMIT_MS, (request) => ({
    signature: 'oa(sa{sv})sa{sv}',
    body: [handle, [[SHORTCUT_ID, wanted]], '', { handle_token: text(request) }],
  }));
  return stateOf(session, session.valueOf(given['shortcuts']), shortcut);
}

/** @param list the shortcuts that the app has, as the portal gives them */
function stateOf(session: BusSession, list: unknown, shortcut: string): ShortcutState {
  const own: unknown = Array.isArray(list) ? list.find(([id]) => id === SHORTCUT_ID) : undefined;
  if (!Array.isArray(own)) return { kind: 'declined' };
  const named = session.valueOf(own[1]?.['trigger_description']);
  return { kind: 'active', keys: typeof named === 'string' ? otherKeys(named, shortcut) : null };
}

/** The keys in the desktop's words, unless these name the same ones. GNOME writes `Press <Control><Alt>n`. */
function otherKeys(named: string, shortcut: string): string | null {
  const keys = named.replaceAll(/<(\w+)>/gu, '$1+').replaceAll('Control+', 'Ctrl+');
  const isSame = keys.replaceAll(' ', '').toLowerCase().endsWith(shortcut.toLowerCase());
  return keys === '' || isSame ? null : keys;
}

const token = () => `notafter${randomUUID().replaceAll('-', '')}`;

/**
 * Calls a method that answers by the signal `Response` of a request.
 * @param call the arguments, with the token of the request
 * @returns the results. What was declined has none; the code of the answer says nothing: GNOME 48 gives that of a failure
 *   with the keys that it gave
 */
async function answered(
  session: BusSession,
  member: string,
  limitMs: number,
  call: (handleToken: string) => { readonly signature: string; readonly body: readonly unknown[] },
): Promise<Readonly<Record<string, unknown>>> {
  const request = token();
  const sender = session.name.slice(1).replaceAll('.', '_');
  const response = session.signal(`${portal.path}/request/${sender}/${request}`, 'Response', limitMs);
  // Otherwise a call that fails leaves it without a handler.
  response.catch(() => undefined);
  await session.call({ ...shortcuts, member, ...call(request) }, PORTAL_LIMIT_MS);
  const [, results] = await response;
  return results as Readonly<Record<string, unknown>>;
}

const modifiers: Readonly<Record<string, string>> = {
  Ctrl: 'CTRL',
  Alt: 'ALT',
  Shift: 'SHIFT',
  Super: 'LOGO',
};

/** Names of keys in xkbcommon that differ from Electron's. */
const keys: Readonly<Record<string, string>> = { Space: 'space', PageUp: 'Page_Up', PageDown: 'Page_Down' };

/**
 * A shortcut as the shortcuts specification of freedesktop.org writes it, such as `CTRL+ALT+n`.
 * @param shortcut as `isShortcut` accepts it
 */
export function portalTrigger(shortcut: string): string {
  const parts = shortcut.split('+');
  const key = parts.pop() ?? '';
  const named = keys[key] ?? (key.length === 1 ? key.toLowerCase() : key);
  return [...parts.map((part) => modifiers[part] ?? part), named].join('+');
}
