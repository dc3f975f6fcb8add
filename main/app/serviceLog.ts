import { basename } from 'node:path';
import type { NotificationSink } from '#main/alerting/alerts/alert.ts';
import { endingText } from '#main/alerting/alerts/commandFailureText.ts';
import { addCommand, credentialText, shellWord, waitsForUser } from '#main/cli/context.ts';
import type { AutoRefreshed } from '#main/deployment/copies/autoRefresher.ts';
import { type CopyBundle, folderOf } from '#main/deployment/copies/copyRecord.ts';
import { tokenFileFor } from '#main/orders/connections/credentialTokens.ts';
import type { PollResult } from '#main/orders/polling/pollResults.ts';
import type { SayLine } from '#main/platform/serviceLines.ts';
import { followVerdicts, type JudgedDelivery } from '#main/webhook/inbox/deliveryStore.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { isTrusted } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import { originOf, type ReceiverState, type VaultState } from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import { clockSentence } from '#shared/i18n/clockText.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { refusalWords } from '#shared/i18n/refusalText.ts';
import type { Base } from './base.ts';
import type { HandedSecrets, RefusedFile } from './handedSecrets.ts';
import { saidNotifications } from './saidNotifications.ts';
import type { Services } from './services.ts';

/** Lines for one change of the receiver's log. More requests than that are an attack, and in the log of the app. */
const REFUSALS_AT_ONCE = 10;

/** What alerts say, as lines. */
export function alertLines(say: SayLine): NotificationSink {
  return saidNotifications(({ title, urgent }) => say(urgent ? 'warn' : 'info', title));
}

/** Says one line for each thing that an operator wants to know of the running app. */
export function followWork(base: Base, services: Services, handed: HandedSecrets | null, say: SayLine): void {
  const { lifetime, language, confirmedClock } = base;
  const { poller, autoRefresher, copyWriter, inbox, receiver, receiverLog, vault } = services;
  const lines = new WorkLines(base, services, say);
  const news = followVerdicts(() => inbox.list());
  let lastRequest = receiverLog.list()[0]?.id ?? 0;
  const subscriptions = [
    poller.onDidPoll((results) => {
      for (const result of results) lines.polled(result);
    }),
    poller.onDidChangeState(({ connectionId, state }) => lines.connectionChanged(connectionId, state)),
    autoRefresher.onDidRefresh((update) => lines.filesUpdated(update)),
    copyWriter.onDidRunDue(({ bundle, run }) => lines.commandRan(bundle, run)),
    inbox.onDidChange(() => {
      for (const delivery of news()) lines.delivered(delivery);
    }),
    receiverLog.onDidChange(() => {
      const fresh = receiverLog.list().filter(({ id }) => id > lastRequest);
      lastRequest = fresh[0]?.id ?? lastRequest;
      for (const { from, outcome } of fresh.slice(0, REFUSALS_AT_ONCE).toReversed())
        if (outcome.kind === 'refused')
          say(
            'warn',
            language.t('service.refusedDelivery', { from, reason: refusalWords(outcome.reason, language.t) }),
          );
    }),
    receiver.status.onDidChange((state) => lines.receiverChanged(state)),
    vault.onDidChange(() => lines.vaultChanged(vault.state())),
    confirmedClock.onDidChangeError(() => lines.clockChanged(confirmedClock.wrongByMs())),
  ];
  lines.clockChanged(confirmedClock.wrongByMs());
  lines.vaultChanged(vault.state());
  for (const subscription of subscriptions) lifetime.stop(subscription);
  if (handed !== null) lifetime.stop(handed.onDidRefuse((file) => lines.fileRefused(file)));
}

class WorkLines {
  readonly #base: Base;
  readonly #services: Services;
  readonly #say: SayLine;
  /** Kind of the last error that was told, by order. */
  readonly #failing = new Map<string, AppError['kind']>();
  /** The last state that was told, by connection. */
  readonly #states = new Map<string, PollingState['kind']>();
  /** What was told of files that were not updated as they should be, by copy. */
  readonly #leftFiles = new Map<string, string>();
  #fault: string | null = null;
  /** The last state of the vault of private keys. */
  #vault: VaultState['kind'] | null = null;
  /** What was told of the clock of this computer, if it is wrong. */
  #clock: string | null = null;

  constructor(base: Base, services: Services, say: SayLine) {
    this.#base = base;
    this.#services = services;
    this.#say = say;
  }

  polled(result: PollResult): void {
    const { orderId } = result;
    const { locale, t } = this.#base.language;
    const row = this.#services.orderList.get(orderId);
    if (row === null) return;
    const order = orderTitle(row);
    const failed = this.#failing.get(orderId);
    if (result.kind === 'failed') {
      const { title, why } = describeError(result.error, t, { platform: this.#base.desktop.platform });
      const isNews = failed !== result.error.kind;
      this.#failing.set(orderId, result.error.kind);
      this.#say(isNews ? 'warn' : 'debug', t('service.pollFailed', { order, title, why }));
      return;
    }
    if (result.kind === 'skipped') return;
    this.#failing.delete(orderId);
    const date = row.notAfter === null ? '' : formatDate(row.notAfter, locale, 'local');
    if (result.kind === 'newCertificate')
      this.#say('info', t(result.previous === null ? 'service.first' : 'service.renewed', { order, date }));
    else if (failed === undefined) this.#say('debug', t('service.unchanged', { order }));
    else this.#say('info', t('service.works', { order }));
  }

  connectionChanged(connectionId: string, state: PollingState): void {
    const { t } = this.#base.language;
    const { connections } = this.#services;
    const found = connections.find(connectionId);
    const connection = found?.name ?? '';
    const file = found === null ? '' : tokenFileFor(found, connections.list());
    const before = this.#states.get(connectionId) ?? 'active';
    this.#states.set(connectionId, state.kind);
    // A connection that is asked again has another time each time.
    if (before === state.kind) return;
    const level = state.kind === 'active' ? 'info' : state.kind === 'probing' ? 'warn' : 'error';
    const status = state.kind === 'rejected' ? String(state.status) : '';
    const why =
      state.kind === 'probing'
        ? describeError(state.error, t, { platform: this.#base.desktop.platform }).title
        : '';
    this.#say(level, t(`service.connection.${state.kind}`, { connection, file, status, why }));
  }

  filesUpdated({ bundle, to, outcome, run, error }: AutoRefreshed): void {
    const { t } = this.#base.language;
    const what = `${to} ${outcome} ${error?.kind}`;
    const isNews = this.#leftFiles.get(bundle.id) !== what;
    if (outcome === 'rewritten') this.#leftFiles.delete(bundle.id);
    else this.#leftFiles.set(bundle.id, what);
    const failed = isNews ? 'error' : 'debug';
    const level = outcome === 'rewritten' ? 'info' : failed;
    const folder = shellWord(folderOf(bundle));
    const why = error === null ? '' : describeError(error, t, { platform: this.#base.desktop.platform }).why;
    const said = t(`service.files.${outcome}`, { order: this.#orderOf(bundle), folder });
    this.#say(level, why === '' ? said : t('service.filesWhy', { said, why }));
    if (run !== null) this.commandRan(bundle, run);
  }

  commandRan(bundle: CopyBundle, run: ProgramRun): void {
    if (run.kind !== 'ended') return;
    const { t } = this.#base.language;
    const program = basename(bundle.command?.[0] ?? '');
    const values = { order: this.#orderOf(bundle), program, ending: endingText(run.outcome, t) };
    this.#say(isRunFine(run) ? 'info' : 'error', t('service.command', values));
  }

  delivered(delivery: JudgedDelivery): void {
    const { t } = this.#base.language;
    const { orderName: name, hookName: hook } = delivery;
    const verdict = t(`inbox.verdict.${delivery.verdict.kind}`);
    this.#say(isTrusted(delivery) ? 'info' : 'warn', t('service.delivery', { name, hook, verdict }));
  }

  receiverChanged(state: ReceiverState): void {
    const { t } = this.#base.language;
    if (state.kind === 'starting') return;
    const fault =
      state.kind === 'failed' ? t(`inbox.receiver.fault.${state.reason}`, { detail: state.detail }) : null;
    if (fault !== null && fault !== this.#fault) this.#say('error', fault);
    if (state.kind === 'listening') this.#say('info', t('service.listening', { address: originOf(state) }));
    this.#fault = fault;
  }

  vaultChanged({ kind }: VaultState): void {
    const isNews = kind !== this.#vault;
    this.#vault = kind;
    if (isNews && (kind === 'keyMissing' || kind === 'keyWrong'))
      this.#say('error', this.#base.language.t(`service.vault.${kind}`));
  }

  /** @param aheadMs how far the clock is ahead; negative: behind; `null`: it is right, as far as known */
  clockChanged(aheadMs: number | null): void {
    const { t } = this.#base.language;
    const clock = aheadMs === null ? null : clockSentence(aheadMs, t);
    if (clock === this.#clock) return;
    if (clock === null) this.#say('info', t('service.clockRight'));
    else this.#say('warn', clock);
    this.#clock = clock;
  }

  fileRefused({ problem, connection }: RefusedFile): void {
    const text = credentialText(problem, this.#base.language.t);
    const waits = connection !== null && waitsForUser(problem);
    this.#say('error', waits ? `${text} ${addCommand(connection, 'credential')}` : text);
  }

  /** What the order of a copy is called; empty: it was removed. */
  #orderOf({ orderId }: CopyBundle): string {
    const row = this.#services.orderList.get(orderId);
    return row === null ? '' : orderTitle(row);
  }
}
