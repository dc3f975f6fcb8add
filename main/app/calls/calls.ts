import { registerCalls } from '#main/ipc/registerCalls.ts';
import { RateLimit } from '#main/platform/rateLimit.ts';
import { Reporter } from '#main/reporting/report/reporter.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import type { LinkName } from '#shared/ipc/answers.ts';
import { type CallHandlers, type CallName, calls } from '#shared/ipc/contract.ts';
import { repositoryUrl } from '#shared/repository.ts';
import type { Base } from '../base.ts';
import { keychainAccounts } from '../secretModule.ts';
import type { Services } from '../services.ts';
import type { FirstCall } from '../windowModule.ts';
import { alertingCalls } from './alertingCalls.ts';
import { type CallLimits, counted, createCallLimits, within } from './callLimits.ts';
import { deploymentCalls } from './deploymentCalls.ts';
import { monitoringCalls, orderCalls } from './orderCalls.ts';
import { undoCalls } from './undoCalls.ts';

type LaterCall = Exclude<CallName, FirstCall>;

/** Registers the handlers of all calls of the window but those of `answerFirstCalls`. */
export function answerCalls(base: Base, services: Services): void {
  const { desktop, lifetime, logger } = base;
  const handlers = createCallHandlers(base, services);
  lifetime.stop(registerCalls<LaterCall>(desktop.calls, calls, handlers, { origin: desktop.origin, logger }));
}

/** The handlers of all contexts; a missing one does not compile. */
export function createCallHandlers(base: Base, services: Services) {
  const limits = createCallLimits(base.clock);
  return {
    ...appCalls(base, services, limits),
    ...orderCalls(base, services, limits),
    ...deploymentCalls(base, services, limits),
    ...settingsCalls(base, services, limits),
    ...alertingCalls(services, limits),
    ...monitoringCalls(base, services, limits),
    ...reportingCalls(base, services, limits),
    ...webhookCalls(services),
    ...undoCalls(),
  } satisfies Pick<CallHandlers, LaterCall>;
}

/** The pages that the app opens in the system's browser. */
const LINKS: Readonly<Record<LinkName, string>> = {
  keychainHelp: 'https://wiki.archlinux.org/title/GNOME/Keyring',
  releases: `${repositoryUrl}/releases`,
};

/** Handlers of the calls about the app itself, the keychain and the vault. */
function appCalls({ desktop }: Base, services: Services, { opening }: CallLimits) {
  const { secrets, vault } = services;
  return {
    'app:openLink': (name) => opening(() => desktop.openExternal(LINKS[name])),
    'app:showLog': () => opening(() => desktop.showInFolder(desktop.logFile)),
    'app:licences': () => desktop.licences(),
    // Without the focus a page under attack could end the alerts unseen.
    'app:quit': () => {
      if (desktop.window.isFocused()) desktop.quit();
    },
    'keychain:retry': () => secrets.retry(keychainAccounts(services)),
    'keychain:stopWaiting': () => secrets.stopWaiting(),
    'keychain:setMemoryConsent': (consent) => {
      secrets.setMemoryConsent(consent);
      // Opened at once, so that the state shown is the one that the next delivery meets.
      if (consent && vault.state().kind === 'unavailable') void vault.open();
    },
    'vault:retry': () => vault.retry(),
    'vault:startOver': () => vault.startOver(),
  } satisfies Partial<CallHandlers>;
}

/** Handlers of the calls about settings and updates. */
function settingsCalls(
  { desktop, settings, windowView, clock }: Base,
  { updates }: Services,
  { addresses }: CallLimits,
) {
  const feeds = new RateLimit(30, 60_000, clock);
  return {
    'app:rememberView': (view) => windowView.save(view),
    'settings:set': (change) => {
      const now = settings.get();
      const { acmeDirectory = now.acmeDirectory } = change;
      const isNew = acmeDirectory !== null && acmeDirectory !== now.acmeDirectory;
      return within(counted(addresses, isNew), () => settings.set({ ...now, ...change }));
    },
    'settings:shortcutState': () => desktop.quickShortcut.state(),
    'update:check': () => (feeds.take().ok ? updates.check() : null),
    'update:download': () => (feeds.take().ok ? updates.download() : null),
    'update:install': () => updates.install(),
  } satisfies Partial<CallHandlers>;
}

/** Handlers of the calls about reports, the timeline, the configuration as a file and diagnostics. */
function reportingCalls(
  { desktop, language }: Base,
  { inventories, histories, orderList, configurationFiles, diagnostics }: Services,
  { opening }: CallLimits,
) {
  const reporter = new Reporter({
    takeInventory: () => inventories.take(null),
    histories,
    hasOrder: (id) => orderList.get(id) !== null,
    language: () => language,
    choose: (file) => desktop.dialogs.chooseReportFile(file),
    write: (path, text) => writeReport(path, text),
    copyText: (text) => desktop.copyText(text),
  });
  return {
    'app:copyDiagnostics': async () => {
      const text = await diagnostics();
      desktop.copyText(text);
      return text;
    },
    'app:openIssueForm': async () => {
      const [{ issueFormUrl }, text] = await Promise.all([
        import('#main/reporting/diagnostics/issueForm.ts'),
        diagnostics(),
      ]);
      opening(() => desktop.openExternal(issueFormUrl(text, process.platform)));
    },
    'report:copy': ({ format }) => reporter.copy(format),
    'report:save': ({ format }) => reporter.save(format),
    'configuration:save': async () => (await configurationFiles()).save(),
    'configuration:open': async () => (await configurationFiles()).open(),
    'configuration:import': async ({ id, prune }) => (await configurationFiles()).import(id, prune),
    'timeline:spans': (orderIds) => reporter.spans(orderIds),
    'timeline:save': ({ format }) => reporter.saveTimeline(format),
  } satisfies Partial<CallHandlers>;
}

/** Handlers of the calls about the receiver, its hooks and the inbox. */
const webhookCalls = ({ hooks, receiverConfig, receiver, selfTest, inbox }: Services) =>
  ({
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
  }) satisfies Partial<CallHandlers>;
