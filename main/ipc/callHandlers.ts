import type { AlertPause } from '#main/alerting/alerts/alertPause.ts';
import type { Snoozes } from '#main/alerting/alerts/snoozes.ts';
import type { MaterialClipboard } from '#main/deployment/clipboard/materialClipboard.ts';
import type { PageClipboard } from '#main/deployment/clipboard/pageClipboard.ts';
import type { CopyCommands } from '#main/deployment/copies/command/copyCommands.ts';
import type { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import type { CopyService } from '#main/deployment/copies/copyService.ts';
import type { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import type { ExportService } from '#main/deployment/export/exportService.ts';
import type { PresetService } from '#main/deployment/presets/presetService.ts';
import type { EndpointService } from '#main/monitoring/endpoints/endpointService.ts';
import type { ConnectionService } from '#main/orders/connections/connectionService.ts';
import type { ConnectionTest } from '#main/orders/connections/connectionTest.ts';
import type { OrderPoller } from '#main/orders/orders/orderPoller.ts';
import type { OrderService } from '#main/orders/orders/orderService.ts';
import { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Diagnostics } from '#main/reporting/diagnostics/diagnostics.ts';
import type { Reporter } from '#main/reporting/report/reporter.ts';
import type { SettingsService } from '#main/settings/settings/settingsService.ts';
import type { UpdateService } from '#main/settings/update/updateService.ts';
import { ENDPOINTS_MAX } from '#shared/domain/endpoint.ts';
import type { HookView, SelfTestReport } from '#shared/domain/receiver.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import type { CallArgs, Licences, LinkName } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/result.ts';
import type { CallHandlers } from './registerCalls.ts';
import type { SnapshotPublisher } from './snapshotPublisher.ts';

/** The services behind the calls. */
export interface CallServices {
  readonly publisher: SnapshotPublisher;
  readonly connections: ConnectionService;
  readonly connectionTest: ConnectionTest;
  readonly keychain: {
    retry(): Promise<void>;
    setMemoryConsent(consent: boolean): void;
  };
  /** Pulled and push-only orders; `add` adds pulled ones. */
  readonly orderDirectory: Pick<
    OrderService,
    'add' | 'details' | 'setAlias' | 'accept' | 'remove' | 'restore'
  >;
  readonly poller: OrderPoller;
  readonly materialClipboard: Pick<MaterialClipboard, 'copyPem' | 'copyKey'>;
  readonly pageClipboard: PageClipboard;
  readonly settings: SettingsService;
  readonly exports: ExportService;
  readonly presets: Pick<PresetService, 'save' | 'remove'>;
  readonly copies: Pick<CopyService, 'verify' | 'forget' | 'tighten' | 'reveal'>;
  readonly copyWriter: Pick<CopyWriter, 'refresh' | 'restore' | 'runCommand'>;
  readonly copyRegistry: Pick<CopyRegistry, 'setAutoRefresh'>;
  readonly copyCommands: Pick<CopyCommands, 'set'>;
  readonly endpoints: Pick<EndpointService, 'add' | 'addMany' | 'update' | 'remove' | 'restore' | 'probe'>;
  readonly reporter: Pick<Reporter, 'copy' | 'save' | 'saveTimeline' | 'spans'>;
  readonly snoozes: Snoozes;
  readonly alertPause: AlertPause;
  readonly diagnostics: Diagnostics;
  readonly updates: UpdateService;
  readonly hooks: HookCalls;
  readonly receiverConfig: {
    set(config: ReceiverConfig): Promise<Result<null>> | Result<null>;
    chooseTlsFile(kind: 'certificate' | 'key'): Promise<Result<string | null>>;
  };
  /** Tries to listen at once. */
  readonly receiver: { retry(): void };
  readonly selfTest: { run(request: CallArgs<'receiver:test'>): Promise<SelfTestReport> };
  readonly inbox: InboxCalls;
  readonly vault: { retry(): Promise<void>; startAnew(): Promise<Result<null>> };
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly showLog: () => void;
  readonly licences: () => Promise<Licences>;
  readonly openLink: (name: LinkName) => void;
  readonly copyText: (text: string) => void;
}

/** Calls about hooks. Secrets go to the keychain and are never returned. */
export interface HookCalls {
  add(draft: CallArgs<'hooks:add'>): Promise<Result<HookView>>;
  update(change: CallArgs<'hooks:update'>): Promise<Result<HookView>> | Result<HookView>;
  remove(id: string): Promise<Result<null>>;
  addSecret(id: string, secret: string): Promise<Result<null>>;
  removeSecret(id: string, secretId: string): Promise<Result<null>>;
}

/** Calls about deliveries. */
export interface InboxCalls {
  map(deliveryId: string, orderId: string): Promise<Result<null>> | Result<null>;
  unmap(deliveryId: string): Promise<Result<null>> | Result<null>;
  askToApprove(deliveryId: string): Promise<Result<null>>;
  recheck(deliveryId: string): Promise<Result<null>> | Result<null>;
  discard(deliveryIds: readonly string[]): Promise<Result<null>> | Result<null>;
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

/** Creates the handlers of all calls. Each passes its arguments on to a service, some within a rate limit. */
export function createCallHandlers(services: CallServices): CallHandlers {
  const {
    publisher,
    connections,
    connectionTest,
    keychain,
    orderDirectory,
    poller,
    materialClipboard,
    pageClipboard,
    settings,
    exports,
    presets,
    copies,
    copyWriter,
    copyRegistry,
    copyCommands,
    endpoints,
    reporter,
    snoozes,
    alertPause,
    updates,
    hooks,
    receiverConfig,
    receiver,
    selfTest,
    inbox,
    vault,
  } = services;
  const probes = new RateLimit(PROBES.times, PROBES.withinMs, services.clock);
  const places = new RateLimit(PLACES.times, PLACES.withinMs, services.clock);
  return {
    'app:snapshot': () => publisher.snapshot(),
    'app:openLink': (name) => services.openLink(name),
    'app:copyText': (copied) => pageClipboard.copyText(copied),
    'app:copySecret': (text) => pageClipboard.copySecret(text),
    'app:showLog': () => services.showLog(),
    'app:copyDiagnostics': async () => {
      const text = await services.diagnostics.text();
      services.copyText(text);
      return text;
    },
    'app:licences': () => services.licences(),
    'connections:chooseCaFile': () => connections.chooseCaFile(),
    'connections:add': ({ token, ...draft }) => connections.add(draft, token),
    'connections:update': ({ id, ...draft }) => connections.update(id, draft),
    'connections:remove': (id) => connections.remove(id),
    'connections:setToken': ({ id, token }) => connections.setToken(id, token),
    'connections:removeToken': (id) => connections.removeToken(id),
    'connections:test': (request) => connectionTest.run(request, AbortSignal.timeout(TEST_LIMIT_MS)),
    'keychain:retry': () => keychain.retry(),
    'keychain:setMemoryConsent': (consent) => keychain.setMemoryConsent(consent),
    'orders:add': ({ connectionId, text }) => orderDirectory.add(connectionId, text),
    'orders:details': (id) => orderDirectory.details(id),
    'orders:setAlias': ({ id, alias }) => orderDirectory.setAlias(id, alias),
    'orders:accept': ({ id, fingerprint256 }) => orderDirectory.accept(id, fingerprint256),
    'orders:remove': (ids) => orderDirectory.remove(ids),
    'orders:restore': (ids) => orderDirectory.restore(ids),
    'orders:sync': (ids) => void poller.poll(ids),
    'orders:copyPem': ({ id, part }) => materialClipboard.copyPem(id, part),
    'orders:copyKey': (id) => materialClipboard.copyKey(id),
    'settings:set': (candidate) => settings.set(candidate),
    'alerts:snooze': ({ ids, for: span }) => snoozes.snooze(ids, span),
    'alerts:unsnooze': (ids) => snoozes.unsnooze(ids),
    'alerts:setPaused': (paused) => (paused ? alertPause.pause() : alertPause.resume()),
    'export:start': (request) => exports.start(request),
    'export:confirm': ({ jobId, conflicts, passphrase }) => exports.confirm(jobId, conflicts, passphrase),
    'export:cancel': (jobId) => exports.cancel(jobId),
    'export:dismiss': (jobId) => exports.dismiss(jobId),
    'export:reveal': (jobId) => exports.reveal(jobId),
    'copies:verify': (ids) => copies.verify(ids),
    'copies:refresh': ({ ids, overwriteChanged, reviewed }) =>
      copyWriter.refresh(ids, overwriteChanged ? 'anything' : 'ours', reviewed),
    'copies:forget': (ids) => copies.forget(ids),
    'copies:tighten': (ids) => copies.tighten(ids),
    'copies:setAutoRefresh': ({ id, autoRefresh }) => copyRegistry.setAutoRefresh(id, autoRefresh),
    'copies:restore': ({ id, overwriteChanged }) =>
      copyWriter.restore(id, overwriteChanged ? 'anything' : 'ours'),
    'copies:setCommand': ({ id, command }) => copyCommands.set(id, command),
    'copies:runCommand': (id) => copyWriter.runCommand(id),
    'copies:reveal': (id) => copies.reveal(id),
    'endpoints:add': ({ orderId, ...draft }) => within(places.take(), () => endpoints.add(orderId, draft)),
    'endpoints:addMany': (drafts) => within(places.take(drafts.length), () => endpoints.addMany(drafts)),
    'endpoints:update': ({ id, ...draft }) => within(places.take(), () => endpoints.update(id, draft)),
    'endpoints:remove': (ids) => endpoints.remove(ids),
    'endpoints:restore': (ids) => endpoints.restore(ids),
    'endpoints:probe': (which) => {
      const taken = probes.take();
      if (taken.ok) endpoints.probe(which);
      return taken;
    },
    'report:copy': ({ format }) => reporter.copy(format),
    'report:save': ({ format }) => reporter.save(format),
    'timeline:spans': (orderIds) => reporter.spans(orderIds),
    'timeline:save': ({ format }) => reporter.saveTimeline(format),
    'presets:save': (draft) => presets.save(draft),
    'presets:remove': (id) => presets.remove(id),
    'hooks:add': (draft) => hooks.add(draft),
    'hooks:update': (change) => hooks.update(change),
    'hooks:remove': (id) => hooks.remove(id),
    'hooks:addSecret': ({ id, secret }) => hooks.addSecret(id, secret),
    'hooks:removeSecret': ({ id, secretId }) => hooks.removeSecret(id, secretId),
    'receiver:configure': (config) => receiverConfig.set(config),
    'receiver:chooseTlsFile': (kind) => receiverConfig.chooseTlsFile(kind),
    'receiver:retry': () => receiver.retry(),
    'receiver:test': (request) => selfTest.run(request),
    'inbox:map': ({ deliveryId, orderId }) => inbox.map(deliveryId, orderId),
    'inbox:unmap': (deliveryId) => inbox.unmap(deliveryId),
    'inbox:approve': (deliveryId) => inbox.askToApprove(deliveryId),
    'inbox:recheck': (deliveryId) => inbox.recheck(deliveryId),
    'inbox:discard': (deliveryIds) => inbox.discard(deliveryIds),
    'vault:retry': () => vault.retry(),
    'vault:startAnew': () => vault.startAnew(),
    'update:check': () => updates.check(),
    'update:download': () => updates.download(),
    'update:install': () => updates.install(),
  };
}
