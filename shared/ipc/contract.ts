import { pauseSpans } from '../domain/alertPause.ts';
import { helpfulActions } from '../domain/conditions/helpfulActions.ts';
import type { ConfigurationOutcome, ConfigurationPreview } from '../domain/configurationChange.ts';
import {
  type ConnectionTestReport,
  type ConnectionTrial,
  type ConnectionView,
  RIDS_PER_TRIAL,
} from '../domain/connection.ts';
import { copiedTextSchema } from '../domain/copiedText.ts';
import { ENDPOINTS_MAX, type EndpointsAdded, probeIntervalBounds } from '../domain/endpoint.ts';
import { endpointProtocols } from '../domain/endpointProtocol.ts';
import type { HelpWords } from '../domain/helpfulAction.ts';
import { type OrderDetails, snoozeSpans } from '../domain/order.ts';
import { ownThresholdsSchema } from '../domain/ownThresholdsSchema.ts';
import type { SureRids } from '../domain/pastedSetup.ts';
import type { QuickView } from '../domain/quickView.ts';
import type { HookView, SelfTestReport } from '../domain/receiver.ts';
import { receiverConfigSchema } from '../domain/receiverConfig.ts';
import { reportFormats, timelineFormats } from '../domain/report.ts';
import { settingsChangeSchema } from '../domain/settings.ts';
import type { ShortcutState } from '../domain/shortcut.ts';
import type { AppDelta, AppSnapshot } from '../domain/snapshot.ts';
import { textLimits } from '../domain/textLimits.ts';
import type { SpanColumns } from '../domain/timeline.ts';
import { windowViewSchema } from '../domain/windowView.ts';
import type { Result } from '../result.ts';
import { z } from '../zod.ts';
import {
  type AddOrdersReport,
  type ChosenCaFile,
  type Licences,
  linkNames,
  type WindowPlace,
} from './answers.ts';
import { type CallSpec, call, id, ids, nothing, secret } from './call.ts';
import { channelCalls } from './channelCalls.ts';
import { exportCalls } from './exportCalls.ts';
import { type Undoable, undoableSchema } from './undoStep.ts';

interface EventSpec<Payload> {
  readonly payload?: Payload;
}

function event<Payload>(): EventSpec<Payload> {
  return {};
}

const tags = z.array(z.string().max(textLimits.tag)).max(2000);
const token = z.string().min(1).max(textLimits.token);
const name = z.string().max(textLimits.name);
const connectionFields = {
  name,
  baseUrl: z.string().max(textLimits.url),
  /** `chosen`: a file that the user chose in this session, by its id. `keep`: the CA that the connection has. */
  ca: z.union([z.object({ kind: z.literal('chosen'), id }), z.object({ kind: z.enum(['none', 'keep']) })]),
};

const endpointFields = {
  /** See `parseEndpoint`: `host`, `host:port`, `[v6]:port`, or a URL. */
  text: z.string().max(4000),
  /** `null`: derived from the scheme or the port of the text; implicit TLS when neither tells. */
  protocol: z.enum(endpointProtocols).nullable(),
  /** The server name (SNI) to request; blank: the host. */
  serverName: z.string().max(1000),
  intervalMinutes: z.int().min(probeIntervalBounds.min).max(probeIntervalBounds.max),
};

/**
 * The contract between renderer and main as a value: the arguments of each call as a schema that main enforces, and the
 * answer as a type. Preload, registration, the renderer's bridge and test doubles derive from it.
 * Secrets (`token`, `secret`, `passphrase`) are sent to main only.
 */
export const calls = {
  /** The state that a page paints first: its `extent` says whether it has all orders. `app:snapshot` replaces it. */
  'app:firstPage': call(nothing).returning<AppSnapshot>(),
  'app:snapshot': call(nothing).returning<AppSnapshot>(),
  /** The page has painted the first snapshot. Main begins what would have delayed it. */
  'app:painted': call(nothing).returning<null>(),
  /** Remembers what the window shows, for when it is opened the next time. */
  'app:rememberView': call(windowViewSchema).returning<null>(),
  /** Keeps what can be undone, the last hundred, until the app is quit: also for the window that is opened next. */
  'undo:keep': call(undoableSchema).returning<null>(),
  /** Takes what has this key, or the last one with `null`, to undo it; `null`: it was taken before, or there is none. */
  'undo:take': call(undoableSchema.shape.key.nullable()).returning<Undoable | null>(),
  'app:openLink': call(z.enum(linkNames)).returning<null>(),
  /** Copies public text. Errors, also of the next call: `consent`, `invalidInput` (line breaks), `unknownId`. */
  'app:copyText': call(copiedTextSchema).returning<Result<null>>(),
  /** Copies a secret that the user types or generates, one line. It is removed after 30 s. */
  'app:copySecret': call(secret).returning<Result<null>>(),
  /** Shows the log file in the file manager. */
  'app:showLog': call(nothing).returning<null>(),
  /** Copies diagnostics for a support ticket, without names, addresses or secrets. The answer is the same text. */
  'app:copyDiagnostics': call(nothing).returning<string>(),
  /** Opens the project's form for a bug in the browser, with the diagnostics filled in. The user sends it there. */
  'app:openIssueForm': call(nothing).returning<null>(),
  'app:licences': call(nothing).returning<Licences>(),
  /** Quits the app, while its window has the focus. */
  'app:quit': call(nothing).returning<null>(),
  /** Opens the native dialog; `null` when the user closed it. */
  'connections:chooseCaFile': call(nothing).returning<Result<ChosenCaFile | null>>(),
  'connections:add': call(z.object({ ...connectionFields, token: token.nullable() })).returning<
    Result<ConnectionView>
  >(),
  'connections:update': call(
    z.object({ id, ...connectionFields, consoleUrl: z.string().max(textLimits.url).optional() }),
  ).returning<Result<ConnectionView>>(),
  /** Opens the console of the service in the browser, where its address is known. */
  'connections:openConsole': call(id).returning<null>(),
  'connections:remove': call(id).returning<Result<null>>(),
  /** Asks in a native box whether the CA is trusted that a configuration file brought. */
  'connections:confirmCa': call(id).returning<Result<null>>(),
  'connections:setToken': call(z.object({ id, token })).returning<Result<null>>(),
  'connections:removeToken': call(id).returning<Result<null>>(),
  /** Polls one rid. A draft is tested without being stored; without a token, the stored one of `id` is used. */
  'connections:test': call(
    z.object({
      ...connectionFields,
      id: id.nullable(),
      token: token.nullable(),
      rid: z.string().max(textLimits.rid),
    }),
  ).returning<ConnectionTestReport>(),
  /** Requests these rids of a connection that is not stored; without rids it checks the token alone. Ends the trial before it. */
  'connections:try': call(
    z.object({
      ...connectionFields,
      token,
      rids: z.array(z.string().min(1).max(textLimits.rid)).max(RIDS_PER_TRIAL),
    }),
  ).returning<ConnectionTrial>(),
  'keychain:retry': call(nothing).returning<null>(),
  'keychain:stopWaiting': call(nothing).returning<null>(),
  'keychain:setMemoryConsent': call(z.boolean()).returning<null>(),
  'orders:add': call(z.object({ connectionId: id, text: z.string().max(textLimits.rids) })).returning<
    Result<AddOrdersReport>
  >(),
  /** The rids on the clipboard, without what may be a secret. Errors: `consent` (`notFocused`), `tooOften`. */
  'orders:readRids': call(nothing).returning<Result<SureRids>>(),
  'orders:details': call(id).returning<Result<OrderDetails>>(),
  /** An empty alias removes it. */
  'orders:setAlias': call(z.object({ id, alias: z.string().max(textLimits.alias) })).returning<
    Result<null>
  >(),
  /** Sets its tags, which commas separate, and its note. Errors: `unknownId`, `invalidInput` of both, `storage`. */
  'orders:annotate': call(
    z.object({ id, tags: z.string().max(textLimits.tags), note: z.string().max(textLimits.note) }),
  ).returning<Result<null>>(),
  /**
   * Changes tags of several orders, all or none; a tag in both stays. Errors: `unknownId`, if there is none of them,
   * `invalidInput` of `tags`, `storage`.
   */
  'orders:tag': call(z.object({ ids, added: tags, removed: tags })).returning<Result<null>>(),
  /** When to warn of several orders; `null`: as their tags say, or as for all. Errors: `unknownId`, if there is none of them, `storage`. */
  'orders:setThresholds': call(z.object({ ids, thresholds: ownThresholdsSchema.nullable() })).returning<
    Result<null>
  >(),
  /** Accepts its names and findings. Errors: `unknownId`, also if it is damaged or no longer current; `storage`. */
  'orders:accept': call(z.object({ id, fingerprint256: z.string().max(64) })).returning<Result<null>>(),
  /** Opens the page on which its certificate authority explains why it wants a replacement, if there is one. */
  'orders:openExplanation': call(id).returning<null>(),
  'orders:remove': call(ids).returning<Result<null>>(),
  /** Undoes removals. Errors: `unknownId` if none of the orders was removed, `storage`. */
  'orders:restore': call(ids).returning<Result<null>>(),
  /** Polls these orders now, or all of them. */
  'orders:sync': call(ids.nullable()).returning<null>(),
  /** Fetches the certificate of an order, or its full chain, and copies it as PEM. */
  'orders:copyPem': call(z.object({ id, part: z.enum(['leaf', 'chain']) })).returning<Result<null>>(),
  /** Copies the private key for 30 s, after a native dialog. Errors besides those of the fetch: `consent`, `tooOften`. */
  'orders:copyKey': call(id).returning<Result<null>>(),
  /** Changes these settings and leaves the others. */
  'settings:set': call(settingsChangeSchema).returning<Result<null>>(),
  /** Whether the system gave the shortcut of the quick window to the app, as soon as that is known. */
  'settings:shortcutState': call(nothing).returning<ShortcutState>(),
  'alerts:snooze': call(z.object({ ids, for: z.enum(snoozeSpans) })).returning<Result<null>>(),
  'alerts:unsnooze': call(ids).returning<Result<null>>(),
  /** Pauses all alerts, or resumes them with `null`. */
  'alerts:setPaused': call(z.enum(pauseSpans).nullable()).returning<Result<null>>(),
  /** Shows an expiry alert as a notification. Error: `tooOften`. */
  'alerts:example': call(nothing).returning<Result<null>>(),
  ...channelCalls,
  ...exportCalls,
  /**
   * Adds an endpoint and probes it. The answer is its id. Errors: `unknownId` (of the order), `invalidInput` of `endpoint`
   * (`alreadyExists`, `tooMany`, and those of the text) or `serverName`, `storage`.
   */
  'endpoints:add': call(z.object({ orderId: id, ...endpointFields })).returning<Result<string>>(),
  /** Adds all or none, except those of unknown orders. Errors: `invalidInput` as above, `storage`. */
  'endpoints:addMany': call(
    z.array(z.object({ orderId: id, ...endpointFields })).max(ENDPOINTS_MAX),
  ).returning<Result<EndpointsAdded>>(),
  /** Another address, protocol or server name drops the results and probes again. Errors: as for `endpoints:add`. */
  'endpoints:update': call(z.object({ id, ...endpointFields })).returning<Result<null>>(),
  /** Removes endpoints; unknown ids are skipped. Error: `storage`. */
  'endpoints:remove': call(ids).returning<Result<null>>(),
  /** Undoes removals of this session, except of endpoints added again. Errors: `unknownId` if none is left, `storage`. */
  'endpoints:restore': call(ids).returning<Result<null>>(),
  /** `null`: all. Results arrive by `app:delta`. Error: `tooOften`, also of the three calls that name new addresses. */
  'endpoints:probe': call(z.union([z.object({ ids }), z.object({ orderIds: ids })]).nullable()).returning<
    Result<null>
  >(),
  /** Copies a report of all orders, without secrets. Error: `storage`. */
  'report:copy': call(z.object({ format: z.enum(reportFormats) })).returning<Result<null>>(),
  /** Opens the native dialog; `null`: the user closed it. The answer is the file's name. `storage`, `fileSystem`. */
  'report:save': call(z.object({ format: z.enum(reportFormats) })).returning<Result<string | null>>(),
  /** Saves the configuration, without secrets; answers as `report:save`. Error: `fileSystem`. */
  'configuration:save': call(nothing).returning<Result<string | null>>(),
  /** Opens a file in the native dialog; `null`: the user closed it. Errors: `fileSystem`, `configuration`. */
  'configuration:open': call(nothing).returning<Result<ConfigurationPreview | null>>(),
  /**
   * Imports the file of a preview. With `prune` it removes what is not in the file. Errors: `unknownId`, `invalidInput` (too many
   * endpoints, presets or destinations, or settings that don't go together), `storage`, those of the keychain.
   */
  'configuration:import': call(z.object({ id, prune: z.boolean() })).returning<
    Result<ConfigurationOutcome>
  >(),
  /** The current and previous leaves of these orders, or of all with `null`, unordered. Error: `storage`. */
  'timeline:spans': call(ids.nullable()).returning<Result<SpanColumns>>(),
  /** Like `report:save`: the leaves of all orders as CSV, or one calendar event per expiry. */
  'timeline:save': call(z.object({ format: z.enum(timelineFormats) })).returning<Result<string | null>>(),
  /** Adds a hook with its first secret. `path`: `null` for a random one. Errors: `invalidInput`, `storage`, the keychain's. */
  'hooks:add': call(
    z.object({
      name,
      path: z.string().max(textLimits.path).nullable(),
      secret,
    }),
  ).returning<Result<HookView>>(),
  'hooks:update': call(
    z.object({
      id,
      name,
      path: z.string().max(textLimits.path),
      enabled: z.boolean(),
    }),
  ).returning<Result<HookView>>(),
  /** Removes a hook with its secrets and its linked names; its deliveries stay in the inbox. */
  'hooks:remove': call(id).returning<Result<null>>(),
  'hooks:addSecret': call(z.object({ id, secret })).returning<Result<null>>(),
  'hooks:removeSecret': call(z.object({ id, secretId: id })).returning<Result<null>>(),
  /**
   * Applies a configuration completely or not at all. Paths of TLS files must come from the native dialog. Access from other
   * computers, or without TLS, is confirmed in a native dialog. Errors: `invalidInput`, `fileSystem`, `consent`, `tooOften`,
   * `storage`.
   */
  'receiver:configure': call(receiverConfigSchema).returning<Result<null>>(),
  /** Opens the native dialog for a PEM file. The answer is its path, or `null` when the user closed it. */
  'receiver:chooseTlsFile': call(z.enum(['certificate', 'key'])).returning<Result<string | null>>(),
  'receiver:retry': call(nothing).returning<null>(),
  /**
   * Sends a test delivery, signed for this test only, after the user agreed to that host in a native dialog. Errors in the
   * report: `invalidInput`, `consent`, `tooOften`, `busy`.
   */
  'receiver:test': call(
    z.object({ hookId: id, url: z.string().max(textLimits.url) }),
  ).returning<SelfTestReport>(),
  /** Links the name in a delivery to an order, for later deliveries and for all that wait with this name. */
  'inbox:map': call(z.object({ deliveryId: id, orderId: id })).returning<Result<null>>(),
  'inbox:unmap': call(id).returning<Result<null>>(),
  /**
   * Makes its name a push-only order and approves its names, after the user agreed in a native dialog. Errors: `unknownId`,
   * `invalidInput`, `consent`, `tooOften`, `storage`.
   */
  'inbox:approve': call(id).returning<Result<null>>(),
  'inbox:recheck': call(id).returning<Result<null>>(),
  'inbox:discard': call(ids).returning<Result<null>>(),
  /** Reads the vault key again, for example after the keychain was unlocked. */
  'vault:retry': call(nothing).returning<null>(),
  /** Deletes the keys that cannot be read, and starts with a new vault key. */
  'vault:startOver': call(nothing).returning<Result<null>>(),
  /** What the quick window shows for a search, which means the same as in the list. */
  'quick:view': call(z.object({ search: z.string().max(textLimits.path) })).returning<QuickView>(),
  /** Does what the quick window offers for an order. */
  'quick:help': call(z.object({ orderId: id, action: z.enum(helpfulActions) })).returning<HelpWords>(),
  /** Shows an order in the window, the inbox, or with `null` the window as it is, in place of the quick window. */
  'quick:open': call(z.union([z.object({ orderId: id }), z.literal('inbox')]).nullable()).returning<null>(),
  'quick:close': call(nothing).returning<null>(),
  /** The outcome of these two calls arrives by `app:delta`, as the part `update`. Too many of them do nothing. */
  'update:check': call(nothing).returning<null>(),
  'update:download': call(nothing).returning<null>(),
  /** Quits and installs, after a native dialog. Errors: `consent`, `tooOften`. */
  'update:install': call(nothing).returning<Result<null>>(),
} as const satisfies Record<string, CallSpec<z.ZodType, unknown>>;

export type CallName = keyof typeof calls;

export const events = {
  'app:delta': event<AppDelta>(),
  /** Show this: the user chose it outside of the window. */
  'app:open': event<WindowPlace>(),
  /** A paste into the window was refused, because a private key is on the clipboard. */
  'app:pasteRefused': event<null>(),
  /** What the quick window shows may differ now. */
  'quick:changed': event<null>(),
} as const satisfies Record<string, EventSpec<unknown>>;

export type EventName = keyof typeof events;

export type CallArgs<Name extends CallName> = z.infer<(typeof calls)[Name]['args']>;
export type CallValue<Name extends CallName> =
  | NonNullable<(typeof calls)[Name]['returns']>
  | NullOf<(typeof calls)[Name]['returns']>;
type NullOf<T> = null extends T ? null : never;
export type EventPayload<Name extends EventName> = Exclude<(typeof events)[Name]['payload'], undefined>;

/** One handler per call of the contract; a missing one does not compile. */
export type CallHandlers = {
  readonly [Name in CallName]: (args: CallArgs<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

/** A handler of a call that answers `null` may return nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers are functions without a return value
type Answer<Name extends CallName> = null extends CallValue<Name> ? CallValue<Name> | void : CallValue<Name>;

/** `window.notAfter`, made by preload: one function per call, one subscription per event. */
export interface NotAfterBridge {
  readonly calls: { readonly [Name in CallName]: (args: CallArgs<Name>) => Promise<CallValue<Name>> };
  /** Subscribes. The returned function unsubscribes. */
  readonly on: {
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void;
  };
}
