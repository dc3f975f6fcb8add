import { assertNever } from '#shared/assertNever.ts';
import { type DeliveryView, isTrusted, type WaitingReason } from '#shared/domain/delivery.ts';
import type { ReceiverOutcome, ReceiverState } from '#shared/domain/receiver.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDate, formatDateTime, formatDuration, formatRelativePast } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { refusalWords } from '../receiver/receiverText.ts';
import { hasKey } from './deliveryActions.ts';

/** The input of the texts for a delivery. */
export interface DeliverySurroundings {
  readonly delivery: DeliveryView;
  /** The title of the linked order, or `null`. */
  readonly orderName: string | null;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

/** The texts of a verdict. */
interface VerdictWords {
  /** What happened. */
  readonly title: string;
  readonly why: string;
  /** What the user can do. */
  readonly next: string;
}

/** What to do next with a delivery: one short line for the list. */
export function deliveryTodo(delivery: DeliveryView, t: Translate): string {
  const { verdict } = delivery;
  switch (verdict.kind) {
    case 'checking':
      return t('inbox.todo.checking');
    case 'waiting':
      return t(`inbox.todo.${verdict.reason.kind}`);
    case 'confirmed':
    case 'accepted':
      return hasKey(delivery) ? t(`inbox.todo.${verdict.kind}`) : t('inbox.todo.done');
    case 'superseded':
    case 'discarded':
      return t('inbox.todo.done');
    default:
      return assertNever(verdict);
  }
}

/** Why a delivery has its verdict: what happened, why, and what to do next. */
export function verdictWords(surroundings: DeliverySurroundings): VerdictWords {
  const { delivery, now, t } = surroundings;
  const { verdict } = delivery;
  const order = surroundings.orderName ?? t('inbox.anOrder');
  switch (verdict.kind) {
    case 'checking':
      return {
        title: t('inbox.reason.checking.title'),
        why: t('inbox.reason.checking.why', { order }),
        next: t('inbox.reason.checking.next'),
      };
    case 'waiting':
      return waitingWords(verdict.reason, order, surroundings);
    case 'confirmed':
    case 'accepted':
    case 'superseded': {
      const values = { order, ago: formatRelativePast(now - verdict.at, t) };
      return {
        title: t(`inbox.reason.${verdict.kind}.title`),
        why: t(`inbox.reason.${verdict.kind}.why`, values),
        next:
          isTrusted(delivery) && !hasKey(delivery)
            ? t('inbox.reason.nothingLeft')
            : t(`inbox.reason.${verdict.kind}.next`),
      };
    }
    case 'discarded':
      return {
        title: t('inbox.reason.discarded.title'),
        why: t('inbox.reason.discarded.why', { ago: formatRelativePast(now - verdict.at, t) }),
        next: t('inbox.reason.discarded.next'),
      };
    default:
      return assertNever(verdict);
  }
}

function waitingWords(
  reason: WaitingReason,
  order: string,
  { delivery, t, locale }: DeliverySurroundings,
): VerdictWords {
  const { orderName: name, hookName: hook, leaf } = delivery;
  const title = t(`inbox.reason.${reason.kind}.title`);
  const words = (why: string, next: string): VerdictWords => ({ title, why, next });
  const moment = (ms: number) => formatDateTime(ms, locale, 'local');
  switch (reason.kind) {
    case 'unknownName':
      return words(t('inbox.reason.unknownName.why', { name, hook }), t('inbox.reason.unknownName.next'));
    case 'orderGone':
      return words(t('inbox.reason.orderGone.why', { name }), t('inbox.reason.orderGone.next'));
    case 'leafDiffers':
      return words(
        t('inbox.reason.leafDiffers.why', { order }),
        t('inbox.reason.leafDiffers.next', { name }),
      );
    case 'notAsked':
    case 'namesDiffer':
      return words(t(`inbox.reason.${reason.kind}.why`, { order }), t(`inbox.reason.${reason.kind}.next`));
    case 'chainNotTrusted':
      return words(
        t('inbox.reason.chainNotTrusted.why', { issuer: reason.missingIssuer }),
        t('inbox.reason.chainNotTrusted.next'),
      );
    case 'refused': {
      const { title: what, why } = faultText(reason.fault, t, locale);
      return { title: what, why, next: t('inbox.reason.refused.next') };
    }
    case 'notAfterBack':
      return words(
        t('inbox.reason.notAfterBack.why', {
          order,
          end: moment(leaf.notAfter),
          present: moment(reason.notAfter),
        }),
        t('inbox.reason.notAfterBack.next'),
      );
    case 'expired':
      return words(
        t('inbox.reason.expired.why', { order, end: moment(leaf.notAfter) }),
        t('inbox.reason.expired.next'),
      );
    case 'notYetValid':
      return words(
        t('inbox.reason.notYetValid.why', { start: moment(leaf.notBefore) }),
        t('inbox.reason.notYetValid.next'),
      );
    default:
      return assertNever(reason);
  }
}

/** Where the private key of a delivery is. `keepKeysDays`: how long keys are kept that are not exported. */
export function keyStateWords(
  { key, receivedAt }: Pick<DeliveryView, 'key' | 'receivedAt'>,
  keepKeysDays: number,
  t: Translate,
  locale: Locale,
): string {
  switch (key) {
    case 'vault':
      return t('inbox.keyState.vault', {
        date: formatDate(receivedAt + keepKeysDays * DAY_MS, locale, 'local'),
      });
    case 'expired':
      return t('inbox.keyState.expired', { count: keepKeysDays });
    case 'memory':
    case 'exported':
    case 'gone':
      return t(`inbox.keyState.${key}`);
    default:
      return assertNever(key);
  }
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
    default:
      return assertNever(outcome);
  }
}

/** Whether the receiver listens, and where; or why it does not. */
export function receiverLine(state: ReceiverState, t: Translate): string {
  switch (state.kind) {
    case 'off':
    case 'starting':
      return t(`inbox.receiver.${state.kind}`);
    case 'listening': {
      const host = state.address.includes(':') ? `[${state.address}]` : state.address;
      return t('inbox.receiver.listening', {
        address: `${state.tls ? 'https' : 'http'}://${host}:${state.port}`,
      });
    }
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
