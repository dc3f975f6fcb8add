import { z } from 'zod';
import type { ConnectionTestReport, ConnectionView } from '../domain/connection.ts';
import { copiedTextSchema } from '../domain/copiedText.ts';
import {
  COMMAND_ARGUMENT_MAX,
  COMMAND_ARGUMENTS_MAX,
  type CopyRefresh,
  type CopyRestore,
} from '../domain/copy.ts';
import {
  ENDPOINTS_MAX,
  type EndpointsAdded,
  endpointProtocols,
  probeIntervalBounds,
} from '../domain/endpoint.ts';
import { exportParts } from '../domain/export.ts';
import { type OrderDetails, snoozeSpans } from '../domain/order.ts';
import type { ExportPreset } from '../domain/preset.ts';
import { presetDraftSchema } from '../domain/presetDraft.ts';
import type { HookView, SelfTestReport } from '../domain/receiver.ts';
import { receiverConfigSchema } from '../domain/receiverConfig.ts';
import { reportFormats, timelineFormats } from '../domain/report.ts';
import type { RefusedRid } from '../domain/rids.ts';
import { settingsSchema } from '../domain/settings.ts';
import type { AppDelta, AppSnapshot } from '../domain/snapshot.ts';
import type { SpanColumns } from '../domain/timeline.ts';
import type { Result } from '../result.ts';
import type { CallName, EventName } from './channels.ts';

interface CallSpec<Args extends z.ZodType, Value> {
  readonly args: Args;
  /** Carries the type of the answer; there is no value. */
  readonly returns?: Value;
}

function call<Args extends z.ZodType>(args: Args): { returning<Value>(): CallSpec<Args, Value> } {
  return { returning: () => ({ args }) };
}

interface EventSpec<Payload> {
  /** Carries the type of the payload; there is no value. */
  readonly payload?: Payload;
}

function event<Payload>(): EventSpec<Payload> {
  return {};
}

const id = z.string().min(1).max(100);
const ids = z.array(id).min(1).max(20_000);
const nothing = z.null();
const token = z.string().min(1).max(8192);
const secret = z.string().min(1).max(1024);
const connectionFields = {
  name: z.string().max(200),
  baseUrl: z.string().max(4000),
  /** Names a file that the person chose in this session; `keep` leaves the connection's own. */
  ca: z.union([z.object({ kind: z.literal('chosen'), id }), z.object({ kind: z.enum(['none', 'keep']) })]),
};

const endpointFields = {
  /** What a person types, see `parseEndpoint`: `host`, `host:port`, `[v6]:port`, or a URL. */
  text: z.string().max(4000),
  /** `null`: the one that the text speaks of, by its scheme or else its port; direct TLS when it speaks of none. */
  protocol: z.enum(endpointProtocols).nullable(),
  /** The name to ask for; blank: the host itself. */
  serverName: z.string().max(1000),
  intervalMinutes: z.int().min(probeIntervalBounds.min).max(probeIntervalBounds.max),
};

/** Pages outside the app that it may open in the system's browser. */
const linkNames = ['keychainHelp'] as const;
export type LinkName = (typeof linkNames)[number];

/** Licence texts: the app's own, and those of the packages in it as Markdown. */
export interface Licences {
  readonly own: string;
  readonly others: string;
}

export interface ChosenCaFile {
  readonly id: string;
  readonly fileName: string;
  readonly certificates: number;
}

export interface AddOrdersReport {
  readonly results: readonly {
    readonly rid: string;
    readonly outcome: 'added' | 'alreadyThere' | 'repeated';
    readonly orderId: string;
  }[];
  readonly refused: readonly RefusedRid[];
}

/**
 * The contract between the renderer and main as a value: the arguments of every call as a schema that main enforces,
 * and the answer as a type. Preload, registration, the renderer's bridge and test doubles derive from it.
 * Secrets go in (`token`, `secret`, `passphrase`) and never come out.
 */
export const calls = {
  'app:snapshot': call(nothing).returning<AppSnapshot>(),
  'app:openLink': call(z.enum(linkNames)).returning<null>(),
  /**
   * Puts public text (a fingerprint, a name) on the clipboard. Errors of this and the next: `consent` (`notFocused`),
   * `invalidInput` for what is not one line, `unknownId` for text that main does not have.
   */
  'app:copyText': call(copiedTextSchema).returning<Result<null>>(),
  /** Puts a secret that the person is typing or making on the clipboard, for half a minute: one line. */
  'app:copySecret': call(secret).returning<Result<null>>(),
  /** Shows the log file in the file manager. */
  'app:showLog': call(nothing).returning<null>(),
  /** Puts what a ticket needs on the clipboard, without names, addresses and secrets; the answer is that text. */
  'app:copyDiagnostics': call(nothing).returning<string>(),
  'app:licences': call(nothing).returning<Licences>(),
  /** Opens the native dialog; `null` when the person closed it. */
  'connections:chooseCaFile': call(nothing).returning<Result<ChosenCaFile | null>>(),
  'connections:add': call(z.object({ ...connectionFields, token: token.nullable() })).returning<
    Result<ConnectionView>
  >(),
  'connections:update': call(z.object({ id, ...connectionFields })).returning<Result<ConnectionView>>(),
  /** Removes a connection with its orders and its token. */
  'connections:remove': call(id).returning<Result<null>>(),
  'connections:setToken': call(z.object({ id, token })).returning<Result<null>>(),
  'connections:removeToken': call(id).returning<Result<null>>(),
  /** Asks for one rid. A draft is tested without being stored; without a token the stored one of `id` is used. */
  'connections:test': call(
    z.object({ ...connectionFields, id: id.nullable(), token: token.nullable(), rid: z.string().max(1000) }),
  ).returning<ConnectionTestReport>(),
  'keychain:retry': call(nothing).returning<null>(),
  'keychain:setMemoryConsent': call(z.boolean()).returning<null>(),
  'orders:add': call(z.object({ connectionId: id, text: z.string().max(2_000_000) })).returning<
    Result<AddOrdersReport>
  >(),
  'orders:details': call(id).returning<Result<OrderDetails>>(),
  /** An empty alias removes it. */
  'orders:setAlias': call(z.object({ id, alias: z.string().max(1000) })).returning<Result<null>>(),
  /**
   * Takes the certificate of this fingerprint as the order's new normal: its names, and what was found of it. Errors:
   * `unknownId`, also when the order has another one by now or it is damaged; `storage`.
   */
  'orders:accept': call(z.object({ id, fingerprint256: z.string().max(64) })).returning<Result<null>>(),
  'orders:remove': call(ids).returning<Result<null>>(),
  /** Undoes a removal of this session. */
  'orders:restore': call(ids).returning<Result<null>>(),
  /** Polls these orders now, or all of them. */
  'orders:sync': call(ids.nullable()).returning<null>(),
  /** Puts an order's certificate, or the full chain, on the clipboard as PEM, fetched fresh. */
  'orders:copyPem': call(z.object({ id, part: z.enum(['leaf', 'chain']) })).returning<Result<null>>(),
  /**
   * Puts an order's private key on the clipboard for half a minute, fetched fresh, once the person agreed in a native
   * box; the answer does not hold it. Errors besides those of the fetch: `consent`, `tooOften`.
   */
  'orders:copyKey': call(id).returning<Result<null>>(),
  'settings:set': call(settingsSchema).returning<Result<null>>(),
  'alerts:snooze': call(z.object({ ids, for: z.enum(snoozeSpans) })).returning<Result<null>>(),
  'alerts:unsnooze': call(ids).returning<Result<null>>(),
  /** Stops all alerts until they are wanted again, or lets them go on. */
  'alerts:setPaused': call(z.boolean()).returning<Result<null>>(),
  /** Opens the native dialog, then fetches; the job arrives by `app:delta`. `null` when the person closed the dialog. */
  'export:start': call(
    z.object({
      orderIds: ids,
      presetId: id,
      /** Which of the four files of the preset `pem`; `null`: all. Of no meaning with other presets. */
      parts: z.array(z.enum(exportParts)).min(1).max(4).nullable(),
      container: z.enum(['folder', 'zip']),
      /** The delivery whose material is exported in place of what the service has now; for one order alone. */
      deliveryId: id.nullable(),
    }),
  ).returning<Result<string | null>>(),
  /**
   * `passphrase`: of the job's PKCS#12 files, when it needs one; not kept beyond the write and its proof. A job that
   * `asksToAccept` is asked about in a native box first: `consent` and `tooOften` when the person did not agree.
   */
  'export:confirm': call(
    z.object({
      jobId: id,
      conflicts: z.enum(['replace', 'keep']),
      passphrase: secret.nullable(),
    }),
  ).returning<Result<null>>(),
  'export:cancel': call(id).returning<null>(),
  'export:dismiss': call(id).returning<null>(),
  'export:reveal': call(id).returning<null>(),
  /** Checks these copies; `null`: all. */
  'copies:verify': call(ids.nullable()).returning<null>(),
  /**
   * Updates copies in place to the current certificates. `overwriteChanged`: the user agreed to overwrite files that another
   * program changed. `reviewed`: fingerprint of a certificate that the user accepted despite its findings; `null`: none.
   * Errors: `busy` while an export is running, `unknownId`; those of a single copy are in its result.
   */
  'copies:refresh': call(
    z.object({ ids, overwriteChanged: z.boolean(), reviewed: z.string().max(64).nullable() }),
  ).returning<Result<readonly CopyRefresh[]>>(),
  /** Forgets copies; the files stay. */
  'copies:forget': call(ids).returning<Result<null>>(),
  /** Removes permissions that files were not written with. */
  'copies:tighten': call(ids).returning<Result<null>>(),
  'copies:setAutoRefresh': call(z.object({ id, autoRefresh: z.boolean() })).returning<Result<null>>(),
  /**
   * Swaps the files of a copy with the previous ones, and turns its automatic updates off. `overwriteChanged` as above.
   * Errors: `busy`; `unknownId`, also if there is no backup; `fileSystem`, `storage`.
   */
  'copies:restore': call(z.object({ id, overwriteChanged: z.boolean() })).returning<Result<CopyRestore>>(),
  /**
   * Sets the command to run after each update of a copy, once the user agreed to it in a native box; `null` removes it. Errors: `unknownId`, `invalidInput` of `command`, `consent`, `tooOften`, `storage`.
   */
  'copies:setCommand': call(
    z.object({
      id,
      command: z.array(z.string().max(COMMAND_ARGUMENT_MAX)).min(1).max(COMMAND_ARGUMENTS_MAX).nullable(),
    }),
  ).returning<Result<null>>(),
  /** Runs the command of a copy now; the result arrives by `app:delta`. Errors: `unknownId`, `busy`. */
  'copies:runCommand': call(id).returning<Result<null>>(),
  /** Shows a copy in the file manager. */
  'copies:reveal': call(id).returning<null>(),
  /**
   * Adds an endpoint to an order, and probes it; the answer is its id. Errors: `unknownId` (of the order),
   * `invalidInput` of `endpoint` (`alreadyExists`, `tooMany` and what the text can be wrong in) or `serverName`, `storage`.
   */
  'endpoints:add': call(z.object({ orderId: id, ...endpointFields })).returning<Result<string>>(),
  /**
   * Adds several endpoints as one write, and probes them. Those whose order is not there are passed over. Errors:
   * `invalidInput` of `endpoint` or `serverName` when one of them is wrong in itself, `storage`; none is added then.
   */
  'endpoints:addMany': call(
    z.array(z.object({ orderId: id, ...endpointFields })).max(ENDPOINTS_MAX),
  ).returning<Result<EndpointsAdded>>(),
  /**
   * Changes an endpoint. Another place, protocol or name to ask for: what was served before is forgotten, and it is
   * probed. Errors: as for `endpoints:add`.
   */
  'endpoints:update': call(z.object({ id, ...endpointFields })).returning<Result<null>>(),
  /** Removes endpoints; ids that are not there are passed over. Error: `storage`. */
  'endpoints:remove': call(ids).returning<Result<null>>(),
  /**
   * Undoes removals of this session, with what was served. Those that were added anew meanwhile are passed over. Errors:
   * `unknownId` when none can come back, `storage`.
   */
  'endpoints:restore': call(ids).returning<Result<null>>(),
  /**
   * Probes these endpoints now, those of these orders, or all with `null`. What comes of it arrives by `app:delta`.
   * Error: `tooOften`, also of the three calls that name new places.
   */
  'endpoints:probe': call(z.union([z.object({ ids }), z.object({ orderIds: ids })]).nullable()).returning<
    Result<null>
  >(),
  /** Puts a report of all that is known, without secrets, on the clipboard. Error: `storage`. */
  'report:copy': call(z.object({ format: z.enum(reportFormats) })).returning<Result<null>>(),
  /**
   * Opens the native dialog, then writes such a report; the answer is the file's name, `null` when the person closed the
   * dialog. Errors: `storage`, `fileSystem`.
   */
  'report:save': call(z.object({ format: z.enum(reportFormats) })).returning<Result<string | null>>(),
  /** The leaves that these orders have and had, or all orders with `null`; in no order. Error: `storage`. */
  'timeline:spans': call(ids.nullable()).returning<Result<SpanColumns>>(),
  /** As `report:save`: the leaves of all orders as CSV, or one event per expiry as a calendar. */
  'timeline:save': call(z.object({ format: z.enum(timelineFormats) })).returning<Result<string | null>>(),
  /** Adds an own preset, or changes one. Errors: `invalidInput` of the preset's fields, `unknownId`, `storage`. */
  'presets:save': call(presetDraftSchema.extend({ id: id.nullable() })).returning<Result<ExportPreset>>(),
  'presets:remove': call(id).returning<Result<null>>(),
  /** Adds a hook with its first secret. `path`: `null` for a random one. Errors: `invalidInput`, `storage`, the keychain's. */
  'hooks:add': call(
    z.object({ name: z.string().max(200), path: z.string().max(1000).nullable(), secret }),
  ).returning<Result<HookView>>(),
  'hooks:update': call(
    z.object({ id, name: z.string().max(200), path: z.string().max(1000), enabled: z.boolean() }),
  ).returning<Result<HookView>>(),
  /** Removes a hook with its secrets and its names of orders; what it delivered stays in the inbox. */
  'hooks:remove': call(id).returning<Result<null>>(),
  /** Adds the second secret of a rotation. */
  'hooks:addSecret': call(z.object({ id, secret })).returning<Result<null>>(),
  /** Removes one of two secrets. */
  'hooks:removeSecret': call(z.object({ id, secretId: id })).returning<Result<null>>(),
  /**
   * Takes a configuration as a whole, or nothing of it. Paths of TLS files are those that the native dialog gave. What
   * lets other computers reach the receiver, or reach it without TLS, is asked in a native box. Errors: `invalidInput`,
   * `fileSystem`, `consent`, `tooOften`, `storage`.
   */
  'receiver:configure': call(receiverConfigSchema).returning<Result<null>>(),
  /** Opens the native dialog for a PEM file; the answer is its path, or `null` when the person closed it. */
  'receiver:chooseTlsFile': call(z.enum(['certificate', 'key'])).returning<Result<string | null>>(),
  /** Tries to listen at once. */
  'receiver:retry': call(nothing).returning<null>(),
  /**
   * Sends a test delivery, signed for this test alone, to the public address that leads to a hook, once the person
   * agreed in a native box to that host. In the report: `invalidInput`, `consent`, `tooOften`, `busy`.
   */
  'receiver:test': call(z.object({ hookId: id, url: z.string().max(4000) })).returning<SelfTestReport>(),
  /** Says which order the name in a delivery means, from now on and for all that wait under it. */
  'inbox:map': call(z.object({ deliveryId: id, orderId: id })).returning<Result<null>>(),
  /** Forgets what the name in a delivery means. */
  'inbox:unmap': call(id).returning<Result<null>>(),
  /**
   * Takes a delivery's name for a push-only order, and this delivery with its names as approved, once the person agreed
   * in a native box. Errors: `unknownId`, `invalidInput`, `consent`, `tooOften`, `storage`.
   */
  'inbox:approve': call(id).returning<Result<null>>(),
  /** Asks the service, or the rules, once more. */
  'inbox:recheck': call(id).returning<Result<null>>(),
  /** Discards deliveries with their keys. */
  'inbox:discard': call(ids).returning<Result<null>>(),
  /** Reads the vault key again, for instance after the keychain was unlocked. */
  'vault:retry': call(nothing).returning<null>(),
  /** Gives up the keys that cannot be read, and begins with a new vault key. */
  'vault:startAnew': call(nothing).returning<Result<null>>(),
  /** What comes of these three arrives by `app:delta`, as the part `update`. */
  'update:check': call(nothing).returning<null>(),
  'update:download': call(nothing).returning<null>(),
  /** Quits, puts the downloaded version into the place of this one, and starts it. */
  'update:install': call(nothing).returning<null>(),
} as const satisfies Record<CallName, CallSpec<z.ZodType, unknown>>;

export const events = {
  'app:delta': event<AppDelta>(),
  /** Shows one order: a notification or a tray entry was clicked. */
  'app:openOrder': event<string>(),
  /** Shows a dialog: a menu outside the window asks for it. */
  'app:openDialog': event<'settings'>(),
  /** Shows the inbox, at one delivery unless `null`: a notification or a tray entry was clicked. */
  'app:openInbox': event<string | null>(),
  /** The person pasted into the window while a private key is on the clipboard: nothing came of it. */
  'app:pasteRefused': event<null>(),
} as const satisfies Record<EventName, EventSpec<unknown>>;

export type CallArgs<Name extends CallName> = z.infer<(typeof calls)[Name]['args']>;
export type CallValue<Name extends CallName> =
  | NonNullable<(typeof calls)[Name]['returns']>
  | NullOf<(typeof calls)[Name]['returns']>;
type NullOf<T> = null extends T ? null : never;
export type EventPayload<Name extends EventName> = Exclude<(typeof events)[Name]['payload'], undefined>;

/** What preload puts at `window.notAfter`: one function per call, one subscription per event. */
export interface NotAfterBridge {
  readonly calls: { readonly [Name in CallName]: (args: CallArgs<Name>) => Promise<CallValue<Name>> };
  /** Subscribes; the returned function ends the subscription. */
  readonly on: {
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void;
  };
}
