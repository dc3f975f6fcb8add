import { type DeliveryView, hasKey, isTrusted, type WaitingReason } from '#shared/domain/delivery.ts';
import { originOf, type ReceiverOutcome, type ReceiverState } from '#shared/domain/receiver.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDate, formatDateTime, formatDuration, formatRelativePast } from '#shared/i18n/format.ts';
import { refusalWords } from '#shared/i18n/refusalText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

export interface DeliverySurroundings {
  readonly delivery: DeliveryView;
  /** The title of the linked order, or `null`. */
  readonly orderName: string | null;
  /** All exported files of the order have its certificate. */
  readonly isExported: boolean;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

/** The texts of a verdict. */
interface VerdictWords {
  readonly title: string;
  readonly why: string;
  readonly next: string;
}

/** What to do next with a delivery: one short line for the list. `isExported` as in `DeliverySurroundings`. */
export function deliveryTodo(delivery: DeliveryView, isExported: boolean, t: Translate): string {
  const { verdict } = delivery;
  switch (verdict.kind) {
    case 'checking':
      return t('inbox.todo.checking');
    case 'waiting':
      return t(`inbox.todo.${verdict.reason.kind}`);
    case 'confirmed':
    case 'accepted':
      if (isExported) return t('inbox.todo.exported');
      return hasKey(delivery) ? t(`inbox.todo.${verdict.kind}`) : t('inbox.todo.done');
    case 'superseded':
    case 'discarded':
      return t('inbox.todo.done');
  }
}

/** Why a delivery has its verdict: what happened, why, and what to do next. */
export function verdictWords(surroundings: DeliverySurroundings): VerdictWords {
  const { delivery, isExported, now, t } = surroundings;
  const { verdict } = delivery;
  const order = surroundings.orderName ?? t('inbox.anOrder');
  if (verdict.kind === 'waiting') return waitingWords(verdict.reason, order, surroundings);
  const ago = verdict.kind === 'checking' ? '' : formatRelativePast(now - verdict.at, t);
  const next = () => {
    if (!isTrusted(delivery)) return t(`inbox.reason.${verdict.kind}.next`);
    if (isExported) return t('inbox.reason.exported');
    return hasKey(delivery) ? t(`inbox.reason.${verdict.kind}.next`) : t('inbox.reason.nothingLeft');
  };
  return {
    title: t(`inbox.reason.${verdict.kind}.title`),
    why: t(`inbox.reason.${verdict.kind}.why`, { order, ago }),
    next: next(),
  };
}

function waitingWords(
  reason: WaitingReason,
  order: string,
  { delivery, t, locale }: DeliverySurroundings,
): VerdictWords {
  const { orderName: name, hookName: hook, leaf } = delivery;
  const next = t(`inbox.reason.${reason.kind}.next`, { name });
  if (reason.kind === 'refused') {
    const { title, why } = faultText(reason.fault, t, locale);
    return { title, why, next };
  }
  const moment = (ms: number) => formatDateTime(ms, locale, 'local');
  const why = t(`inbox.reason.${reason.kind}.why`, {
    name,
    hook,
    order,
    issuer: reason.kind === 'chainNotTrusted' ? reason.missingIssuer : '',
    start: moment(leaf.notBefore),
    end: moment(leaf.notAfter),
    present: reason.kind === 'olderLeaf' ? moment(reason.notBefore) : '',
  });
  return { title: t(`inbox.reason.${reason.kind}.title`), why, next };
}

/** Where the private key of a delivery is. `keepKeysDays`: how long keys are kept that are not exported. */
export function keyStateWords(
  { key, receivedAt }: Pick<DeliveryView, 'key' | 'receivedAt'>,
  keepKeysDays: number,
  t: Translate,
  locale: Locale,
): string {
  const date = formatDate(receivedAt + keepKeysDays * DAY_MS, locale, 'local');
  return t(`inbox.keyState.${key}`, { date, count: keepKeysDays });
}

/** The outcome of a request in one or two sentences, with the reason of a refusal. */
export function outcomeWords(outcome: ReceiverOutcome, t: Translate): string {
  switch (outcome.kind) {
    case 'kept':
      return t('inbox.log.keptText', { name: outcome.orderName });
    case 'replayed':
    case 'selfTest':
      return t(`inbox.log.${outcome.kind}Text`);
    case 'refused':
      return refusalWords(outcome.reason, t);
  }
}

/** Whether the receiver listens, and where; or why it does not. */
export function receiverLine(state: ReceiverState, t: Translate): string {
  switch (state.kind) {
    case 'off':
    case 'starting':
      return t(`inbox.receiver.${state.kind}`);
    case 'listening':
      return t('inbox.receiver.listening', { address: originOf(state) });
    case 'failed':
      return t(`inbox.receiver.fault.${state.reason}`, { detail: state.detail });
  }
}

/** When the receiver tries again to listen (`at`, Unix ms). */
export function retryWords(at: number, now: number, t: Translate): string {
  const when =
    at - now < 1000
      ? t('inbox.receiver.soon')
      : t('inbox.receiver.inTime', { time: formatDuration(at - now, t) });
  return t('inbox.receiver.retry', { when });
}
