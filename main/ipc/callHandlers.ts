import type { AlertPause } from '#main/alerting/alerts/alertPause.ts';
import type { ExampleAlert } from '#main/alerting/alerts/exampleAlert.ts';
import type { Snoozes } from '#main/alerting/alerts/snoozes.ts';
import type { AlertCommand } from '#main/alerting/events/alertCommand.ts';
import type { EventWebhook } from '#main/alerting/events/eventWebhook.ts';
import type { MaterialClipboard } from '#main/deployment/clipboard/materialClipboard.ts';
import type { PageClipboard } from '#main/deployment/clipboard/pageClipboard.ts';
import type { CopyCommands } from '#main/deployment/copies/command/copyCommands.ts';
import type { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import type { CopyService } from '#main/deployment/copies/copyService.ts';
import type { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import type { PlannedDestinations } from '#main/deployment/copies/plannedDestinations.ts';
import type { DragOut } from '#main/deployment/export/dragOut.ts';
import type { ExportService } from '#main/deployment/export/exportService.ts';
import type { PresetService } from '#main/deployment/presets/presetService.ts';
import type { EndpointService } from '#main/monitoring/endpoints/endpointService.ts';
import type { Annotations } from '#main/orders/annotations/annotations.ts';
import type { ConnectionService } from '#main/orders/connections/connectionService.ts';
import type { ConnectionTest } from '#main/orders/connections/connectionTest.ts';
import type { OrderList } from '#main/orders/list/orderList.ts';
import type { OrderService } from '#main/orders/list/orderService.ts';
import type { OrderPoller } from '#main/orders/polling/orderPoller.ts';
import { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import type { ConfigurationFiles } from '#main/reporting/configuration/configurationFiles.ts';
import type { Reporter } from '#main/reporting/report/reporter.ts';
import type { QuickShortcut, SettingsService } from '#main/settings/preferences/settingsService.ts';
import type { UpdateService } from '#main/settings/update/updateService.ts';
import type { HookService } from '#main/webhook/hooks/hookService.ts';
import type { InboxService } from '#main/webhook/inbox/inboxService.ts';
import type { Receiver } from '#main/webhook/receiver/receiver.ts';
import type { ReceiverConfigService } from '#main/webhook/receiver/receiverConfigService.ts';
import type { SelfTest } from '#main/webhook/receiver/selfTest.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { ENDPOINTS_MAX } from '#shared/domain/endpoint.ts';
import type { HelpWords } from '#shared/domain/helpfulAction.ts';
import type { QuickView } from '#shared/domain/quickView.ts';
import { MAX_RIDS_AT_ONCE, parseRids } from '#shared/domain/rids.ts';
import type { WindowView } from '#shared/domain/windowView.ts';
import type { AppError } from '#shared/errors.ts';
import type { Licences, LinkName } from '#shared/ipc/answers.ts';
import type { CallName } from '#shared/ipc/channels.ts';
import { ok, type Result } from '#shared/result.ts';
import type { CallHandlers } from './registerCalls.ts';

export interface CallServices {
  readonly connections: ConnectionService;
  readonly connectionTest: () => Promise<ConnectionTest>;
  readonly keychain: {
    retry(): Promise<void>;
    setMemoryConsent(consent: boolean): void;
  };
  /** The pulled orders. */
  readonly orders: Pick<OrderService, 'add' | 'accept'>;
  readonly orderDirectory: OrderList;
  readonly annotations: Annotations;
  readonly poller: OrderPoller;
  readonly materialClipboard: MaterialClipboard;
  readonly dragOut: DragOut;
  readonly pageClipboard: PageClipboard;
  readonly settings: SettingsService;
  readonly quickShortcut: Pick<QuickShortcut, 'isActive'>;
  readonly windowView: { readonly save: (view: WindowView) => void };
  readonly exports: ExportService;
  readonly presets: PresetService;
  readonly planned: Pick<PlannedDestinations, 'remove' | 'restore'>;
  readonly copies: CopyService;
  readonly copyWriter: CopyWriter;
  readonly copyRegistry: CopyRegistry;
  readonly copyCommands: CopyCommands;
  readonly endpoints: EndpointService;
  readonly reporter: Reporter;
  readonly configurationFiles: () => Promise<ConfigurationFiles>;
  readonly snoozes: Snoozes;
  readonly exampleAlert: ExampleAlert;
  readonly alertPause: AlertPause;
  readonly alertCommand: AlertCommand;
  /** Runs the command for alerts with an example. */
  readonly testAlertCommand: () => Result<null>;
  readonly eventWebhook: EventWebhook;
  /** Sends an example to the webhook for alerts. */
  readonly testEventWebhook: () => Result<null>;
  /** Creates the diagnostics as Markdown. */
  readonly diagnostics: () => Promise<string>;
  readonly updates: UpdateService;
  readonly hooks: HookService;
  readonly receiverConfig: ReceiverConfigService;
  readonly receiver: Receiver;
  readonly selfTest: SelfTest;
  readonly inbox: InboxService;
  readonly vault: { retry(): Promise<void>; startOver(): Promise<Result<null>> };
  readonly quick: {
    view(search: string): Promise<QuickView>;
    help(orderId: string, action: HelpfulAction): Promise<HelpWords>;
    failure(error: AppError): HelpWords;
    open(place: { readonly orderId: string } | 'inbox' | null): void;
    close(): void;
  };
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly showLog: () => void;
  readonly licences: () => Promise<Licences>;
  readonly openLink: (name: LinkName) => void;
  readonly openExplanation: (orderId: string) => void;
  readonly copyText: (text: string) => void;
}

/** Limit of "Test connection", so that a service that hangs does not block the form. */
const TEST_LIMIT_MS = 40_000;

/**
 * Limits for probes and for new addresses, each of which is probed: without them a compromised page could scan a
 * network. The limit of addresses still lets a user add the maximum number of endpoints at once.
 */
const PROBES = { times: 30, withinMs: 60_000 };
const PLACES = { times: ENDPOINTS_MAX + 1000, withinMs: 3_600_000 };

function within<T>(taken: Result<null>, work: () => Result<T>): Result<T> {
  return taken.ok ? work() : taken;
}

/** Limit for addresses that the page names and main then asks, by any call. */
const ADDRESSES = { times: 30, withinMs: 60_000 };

/**
 * Limits for calls that add orders, and for their rids, with which main then asks the service: a page under attack can put
 * anything into a rid. A user can paste the most that one call adds, and again for another connection.
 */
const ADDITIONS = { times: 30, withinMs: 60_000 };
const RIDS = { times: 2 * MAX_RIDS_AT_ONCE, withinMs: 3_600_000 };

/** Limit for pages and folders that open in other programs, by any call. More do nothing. */
const OPENINGS = { times: 30, withinMs: 60_000 };

/** All calls but those that paint the page. */
export type LaterCall = Exclude<CallName, 'app:firstPage' | 'app:snapshot' | 'app:painted'>;

/**
 * Creates the handlers of the later calls. Each passes its arguments on to a service, some within a rate
 * limit.
 */
export function createCallHandlers(services: CallServices): Pick<CallHandlers, LaterCall> {
  const probes = new RateLimit(PROBES.times, PROBES.withinMs, services.clock);
  const places = new RateLimit(PLACES.times, PLACES.withinMs, services.clock);
  const addresses = new RateLimit(ADDRESSES.times, ADDRESSES.withinMs, services.clock);
  const additions = new RateLimit(ADDITIONS.times, ADDITIONS.withinMs, services.clock);
  const rids = new RateLimit(RIDS.times, RIDS.withinMs, services.clock);
  const openings = new RateLimit(OPENINGS.times, OPENINGS.withinMs, services.clock);
  const feeds = new RateLimit(PROBES.times, PROBES.withinMs, services.clock);
  const opening = (open: () => void) => {
    if (openings.take().ok) open();
  };
  /** Changes of a stored address count, other changes do not. */
  const naming = async <T>(
    isNew: boolean,
    work: () => Promise<Result<T>> | Result<T>,
  ): Promise<Result<T>> => {
    const taken = isNew ? addresses.take() : ok(null);
    return taken.ok ? work() : taken;
  };
  return {
    'app:openLink': (name) => opening(() => services.openLink(name)),
    'app:copyText': (copied) => services.pageClipboard.copyText(copied),
    'app:copySecret': (text) => services.pageClipboard.copySecret(text),
    'app:showLog': () => opening(() => services.showLog()),
    'app:copyDiagnostics': async () => {
      const text = await services.diagnostics();
      services.copyText(text);
      return text;
    },
    'app:licences': () => services.licences(),
    'connections:chooseCaFile': () => services.connections.chooseCaFile(),
    'connections:add': ({ token, ...draft }) => naming(true, () => services.connections.add(draft, token)),
    'connections:update': ({ id, ...draft }) =>
      naming(services.connections.find(id)?.baseUrl !== draft.baseUrl, () =>
        services.connections.update(id, draft),
      ),
    'connections:remove': (id) => services.connections.remove(id),
    'connections:confirmCa': (id) => services.connections.confirmCa(id),
    'connections:setToken': ({ id, token }) => services.connections.setToken(id, token),
    'connections:removeToken': (id) => services.connections.removeToken(id),
    'connections:test': async (request) =>
      (await services.connectionTest()).run(request, AbortSignal.timeout(TEST_LIMIT_MS), addresses),
    'connections:try': async (request) =>
      (await services.connectionTest()).tryRids(request, AbortSignal.timeout(TEST_LIMIT_MS), addresses),
    'keychain:retry': () => services.keychain.retry(),
    'keychain:setMemoryConsent': (consent) => services.keychain.setMemoryConsent(consent),
    'orders:add': ({ connectionId, text }) => {
      const named = parseRids(text).rids.length;
      // Of too many, none is added.
      const count = named > MAX_RIDS_AT_ONCE ? 0 : named;
      return within(additions.take(), () =>
        within(rids.take(count), () => services.orders.add(connectionId, text)),
      );
    },
    'orders:readRids': () => services.pageClipboard.readRids(),
    'orders:details': (id) => services.orderDirectory.details(id),
    'orders:setAlias': ({ id, alias }) => services.orderDirectory.setAlias(id, alias),
    'orders:annotate': ({ id, tags, note }) => services.annotations.set(id, tags, note),
    'orders:openExplanation': (id) => opening(() => services.openExplanation(id)),
    'orders:tag': ({ ids, added, removed }) => services.annotations.tag(ids, added, removed),
    'orders:accept': ({ id, fingerprint256 }) => services.orders.accept(id, fingerprint256),
    'orders:remove': (ids) => services.orderDirectory.remove(ids),
    'orders:restore': (ids) => services.orderDirectory.restore(ids),
    'orders:sync': (ids) => void services.poller.poll(ids),
    'drag:prepare': (request) => services.dragOut.prepare(request),
    'drag:start': (id) => services.dragOut.start(id),
    'orders:copyPem': ({ id, part }) => services.materialClipboard.copyPem(id, part),
    'orders:copyKey': (id) => services.materialClipboard.copyKey(id),
    'settings:set': (change) => {
      const settings = services.settings.get();
      const { acmeDirectory = settings.acmeDirectory } = change;
      const isNew = acmeDirectory !== null && acmeDirectory !== settings.acmeDirectory;
      return naming(isNew, () => services.settings.set({ ...settings, ...change }));
    },
    'app:rememberView': (view) => services.windowView.save(view),
    'settings:isShortcutActive': () => services.quickShortcut.isActive(),
    'alerts:snooze': ({ ids, for: span }) => services.snoozes.snooze(ids, span),
    'alerts:unsnooze': (ids) => services.snoozes.unsnooze(ids),
    'alerts:setPaused': (span) =>
      span === null ? services.alertPause.resume() : services.alertPause.pause(span),
    'alerts:example': (shows) => services.exampleAlert.give(shows),
    'alerts:setCommand': (command) => services.alertCommand.set(command),
    'alerts:testCommand': () => services.testAlertCommand(),
    'alerts:setWebhook': (draft) => services.eventWebhook.set(draft),
    'alerts:replaceWebhookSecret': (text) => services.eventWebhook.replaceSecret(text),
    'alerts:copyWebhookSecret': () => services.eventWebhook.copySecret(),
    'alerts:removeWebhook': () => services.eventWebhook.remove(),
    'alerts:testWebhook': () => within(probes.take(), () => services.testEventWebhook()),
    'export:start': (request) => services.exports.start({ ...request, review: 'whenNeeded' }),
    'export:confirm': ({ jobId, conflicts, passphrase }) =>
      services.exports.confirm(jobId, conflicts, passphrase),
    'export:cancel': (jobId) => services.exports.cancel(jobId),
    'export:dismiss': (jobId) => services.exports.dismiss(jobId),
    'export:reveal': (jobId) => opening(() => services.exports.reveal(jobId)),
    'export:retry': (jobId) => services.exports.retry(jobId),
    'export:again': (orderIds) => services.copyWriter.exportAgain(orderIds),
    'planned:remove': (ids) => services.planned.remove(ids),
    'planned:restore': (ids) => services.planned.restore(ids),
    'copies:verify': (ids) => services.copies.verify(ids),
    'copies:refresh': ({ ids, overwriteChanged, reviewed }) =>
      services.copyWriter.refresh(ids, overwriteChanged ? 'anything' : 'ours', reviewed),
    'copies:forget': (ids) => services.copies.forget(ids),
    'copies:tighten': (ids) => services.copies.tighten(ids),
    'copies:setAutoRefresh': ({ id, autoRefresh }) => services.copyRegistry.setAutoRefresh(id, autoRefresh),
    'copies:restore': ({ id, overwriteChanged }) =>
      services.copyWriter.restore(id, overwriteChanged ? 'anything' : 'ours'),
    'copies:setCommand': ({ id, command }) => services.copyCommands.set(id, command),
    'copies:runCommand': (id) => services.copyWriter.runCommand(id),
    'copies:reveal': (id) => opening(() => services.copies.reveal(id)),
    'endpoints:add': ({ orderId, ...draft }) =>
      within(places.take(), () => services.endpoints.add(orderId, draft)),
    'endpoints:addMany': (drafts) =>
      within(places.take(drafts.length), () => services.endpoints.addMany(drafts)),
    'endpoints:update': ({ id, ...draft }) =>
      within(places.take(), () => services.endpoints.update(id, draft)),
    'endpoints:remove': (ids) => services.endpoints.remove(ids),
    'endpoints:restore': (ids) => services.endpoints.restore(ids),
    'endpoints:probe': (which) => {
      const taken = probes.take();
      if (taken.ok) services.endpoints.probe(which);
      return taken;
    },
    'report:copy': ({ format }) => services.reporter.copy(format),
    'report:save': ({ format }) => services.reporter.save(format),
    'configuration:save': async () => (await services.configurationFiles()).save(),
    'configuration:open': async () => (await services.configurationFiles()).open(),
    'configuration:import': async ({ id, prune }) => (await services.configurationFiles()).import(id, prune),
    'timeline:spans': (orderIds) => services.reporter.spans(orderIds),
    'timeline:save': ({ format }) => services.reporter.saveTimeline(format),
    'presets:save': (draft) => services.presets.save(draft),
    'presets:remove': (id) => services.presets.remove(id),
    'hooks:add': (draft) => services.hooks.add(draft),
    'hooks:update': (change) => services.hooks.update(change),
    'hooks:remove': (id) => services.hooks.remove(id),
    'hooks:addSecret': ({ id, secret }) => services.hooks.addSecret(id, secret),
    'hooks:removeSecret': ({ id, secretId }) => services.hooks.removeSecret(id, secretId),
    'receiver:configure': (config) => services.receiverConfig.set(config),
    'receiver:chooseTlsFile': (kind) => services.receiverConfig.chooseTlsFile(kind),
    'receiver:retry': () => services.receiver.retry(),
    'receiver:test': (request) => services.selfTest.run(request),
    'inbox:map': ({ deliveryId, orderId }) => services.inbox.map(deliveryId, orderId),
    'inbox:unmap': (deliveryId) => services.inbox.unmap(deliveryId),
    'inbox:approve': (deliveryId) => services.inbox.askToApprove(deliveryId),
    'inbox:recheck': (deliveryId) => services.inbox.recheck(deliveryId),
    'inbox:discard': (deliveryIds) => services.inbox.discard(deliveryIds),
    'vault:retry': () => services.vault.retry(),
    'vault:startOver': () => services.vault.startOver(),
    'quick:view': ({ search }) => services.quick.view(search),
    'quick:help': ({ orderId, action }) => {
      const taken = action === 'check' ? probes.take() : ok(null);
      return taken.ok ? services.quick.help(orderId, action) : services.quick.failure(taken.error);
    },
    'quick:open': (place) => services.quick.open(place),
    'quick:close': () => services.quick.close(),
    'update:check': () => (feeds.take().ok ? services.updates.check() : null),
    'update:download': () => (feeds.take().ok ? services.updates.download() : null),
    'update:install': () => services.updates.install(),
  };
}
