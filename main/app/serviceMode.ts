import { basename } from 'node:path';
import type { NotificationSink } from '#main/alerting/alerts/alert.ts';
import { errorText } from '#main/cli/context.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { SayLine } from '#main/platform/serviceLines.ts';
import type { ServiceManager } from '#main/platform/serviceManager.ts';
import { changeView } from '#main/reporting/configuration/changeView.ts';
import type { ConfigurationChange } from '#main/reporting/configuration/compareConfigurations.ts';
import { cleanText } from '#shared/text.ts';
import type { Base } from './base.ts';
import type { HandedSecrets } from './handedSecrets.ts';
import { followWork } from './serviceLog.ts';
import type { Services } from './services.ts';

/** The process in which the app runs as a service. */
export interface ServicePorts {
  readonly manager: ServiceManager;
  readonly say: SayLine;
  /** Where alerts are said. */
  readonly notifications: NotificationSink;
  /** Absolute path of the configuration that is applied at the start and at each reload; `null`: none. */
  readonly configurationFile: string | null;
  /** Whether it may give private keys to others and silence alerts. */
  readonly acceptsWarnings: boolean;
  /** The operator asks to read the configuration again (SIGHUP). */
  readonly onDidAskReload: Event<void>;
}

/**
 * Lets the app without a window be a service: it says what it does, tells the service manager how it is, applies a
 * configuration file, and reads everything again when it is asked to.
 * @param handed the secrets in files, `null`: there are none
 * @param begun resolves when the app works
 * @returns resolves when the service is ready. Never rejects.
 */
export async function startService(
  base: Base,
  services: Services,
  handed: HandedSecrets | null,
  begun: Promise<void>,
  ports: ServicePorts,
): Promise<void> {
  const { lifetime, language } = base;
  const { manager, say, onDidAskReload } = ports;
  const { poller, orderList } = services;
  const reloads = new SerialQueue();
  followWork(base, services, handed, say);
  lifetime.close(manager);
  lifetime.drain('reload', () => reloads.run(async () => undefined));
  lifetime.drain('service manager', () => manager.stopping());
  await begun;
  if (lifetime.isEnding) return;
  await applyFile(base, services, ports);
  const summary = () => {
    const { t } = language;
    const counts = [
      t('cli.run.connections', { count: services.connections.list().length }),
      t('cli.run.orders', { count: orderList.list().length }),
      t('cli.run.copies', { count: services.copies.list().length }),
    ];
    return counts.join(t('notifications.separator'));
  };
  await manager.ready(summary());
  say('info', summary());
  manager.watch(() => !poller.isStuck());
  const reload = async () => {
    if (lifetime.isEnding) return;
    say('info', language.t('service.reload.begun'));
    await manager.reloading();
    await handed?.readAgain();
    const isApplied = await applyFile(base, services, ports);
    await manager.ready(summary());
    if (isApplied) say('info', language.t('service.reload.done'));
  };
  const subscriptions: readonly Disposable[] = [
    onDidAskReload(() => void reloads.run(reload)),
    orderList.onDidChange(['existence'], () => manager.status(summary())),
  ];
  for (const subscription of subscriptions) lifetime.stop(subscription);
}

/**
 * Applies the configuration file: what it adds and changes. Nothing is removed, and a bad file changes nothing.
 * @returns whether there is nothing that was not applied
 */
async function applyFile(base: Base, services: Services, ports: ServicePorts): Promise<boolean> {
  const { language, desktop } = base;
  const { say, configurationFile: path, acceptsWarnings } = ports;
  if (path === null) return true;
  const { t } = language;
  const file = cleanText(basename(path));
  const configuration = await services.configuration();
  const read = await configuration.read(path);
  let exposes = false;
  // Asked before anything is done.
  const mayApply = (changes: readonly ConfigurationChange[]) => {
    exposes = !acceptsWarnings && changes.some(({ warnings }) => warnings.length > 0);
    return !exposes;
  };
  const applied = read.ok ? await configuration.apply(read.value, false, mayApply) : read;
  if (!applied.ok) {
    const why = errorText(applied.error, t, desktop.platform);
    say(
      'error',
      exposes ? t('service.reload.exposes', { file }) : t('service.reload.refused', { file, why }),
    );
    return false;
  }
  for (const change of applied.value) {
    const { action, kind, name } = changeView(change);
    const what = { action: t(`service.action.${action}`), kind: t(`configuration.kind.${kind}`) };
    say('info', t('service.reload.change', { file, ...what, name: cleanText(name) }));
  }
  if (applied.value.length === 0) say('debug', t('service.reload.unchanged', { file }));
  return true;
}
