import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { UpdateFailure } from '#shared/domain/writeResult.ts';
import { expiryText } from '#shared/i18n/expiryText.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import { byNeed } from '../overview/orderWords.ts';
import { type AlertEvent, causeOf } from './alert.ts';
import { type AlertContext, fittingTitle, MAX_NAME, namedText, type Speech } from './namedText.ts';

/** The text of one notification. Plain text; names from outside are shortened. */
export interface AlertText {
  readonly title: string;
  readonly body: string;
}

/** Desktops show about as many characters of a title in one line. */
const TITLE_MAX = 40;
/** Orders that a text names. */
const MAX_NAMES = 3;

/** The text of one alert at `now` (Unix ms). */
export function alertText(event: AlertEvent, context: AlertContext, now: number, speech: Speech): AlertText {
  if (event.kind === 'renewals') return renewalsText([event], speech.t);
  if (event.kind === 'deliveryWaits' && event.count > 1) return waitingManyText(event.count, speech.t);
  const { body, ...named } = namedText(event, context, now, speech);
  return { title: fittingTitle(named, TITLE_MAX), body };
}

/** Several events of one cause: the first of them by its own title, and how many there are of what. */
export function severalText(
  events: readonly AlertEvent[],
  context: AlertContext,
  now: number,
  speech: Speech,
): AlertText {
  const { t } = speech;
  const [first, ...others] = inNeed(events, now);
  if (first === undefined || first.kind === 'renewals' || causeOf(first) === 'renewed')
    return renewalsText(events, t);
  if (first.kind === 'deliveryWaits') return waitingManyText(countOf(events), t);
  const counted = events.filter(isCounted);
  const parts = counted.length === 0 ? expiringParts(others, now, t) : countedParts(counted, t);
  const more = (title: string) => t('notifications.andMore', { title, count: others.length });
  return {
    title: more(fittingTitle(namedText(first, context, now, speech), TITLE_MAX - [...more('')].length)),
    body: t('notifications.mixedBody', { parts: parts.join(t('notifications.separator')) }),
  };
}

/** What expires, as the list has it; other events as they are. */
function inNeed(events: readonly AlertEvent[], now: number): readonly AlertEvent[] {
  const expiries = events.filter((event) => event.kind === 'expiry');
  if (expiries.length < events.length) return events;
  return expiries.toSorted(byNeed(expiries, ({ order }) => (endOf(order) ?? now) < now, now));
}

/** How many orders, deliveries, connections or folders some events are about. */
function countOf(events: readonly AlertEvent[]): number {
  return events.reduce((sum, event) => sum + ('count' in event ? event.count : 1), 0);
}

function renewalsText(events: readonly AlertEvent[], t: Translate): AlertText {
  const orders = events.flatMap((one) => {
    if (one.kind === 'renewals') return one.orders;
    return one.kind === 'renewed' ? [one.order] : [];
  });
  const titles = orders.slice(0, MAX_NAMES).map(shortTitle).join(t('notifications.separator'));
  const areDeployed = events.every((one) => 'isDeployed' in one && one.isDeployed === true);
  const kind = areDeployed ? 'renewalsDeployed' : 'renewals';
  return {
    title: t(`notifications.${kind}Title`, { count: orders.length }),
    body: t(`notifications.${kind}Body`, { titles }),
  };
}

/** Some orders by name, and how many others expire. */
function expiringParts(events: readonly AlertEvent[], now: number, t: Translate): readonly string[] {
  const orders = events.flatMap((one) => (one.kind === 'expiry' ? [one.order] : []));
  const named = orders.slice(0, MAX_NAMES).map((order) => {
    const expiry = expiryText(endOf(order) ?? now, now, t);
    return t('notifications.expiringTitle', { title: shortTitle(order), expiry });
  });
  const rest = orders.length - named.length;
  return rest === 0 ? named : [...named, t('common.showMore', { count: rest })];
}

function countedParts(events: readonly CountedEvent[], t: Translate): readonly string[] {
  const byPart = Map.groupBy(events, partOf);
  return [...byPart].map(([part, some]) => t(part, { count: countOf(some) }));
}

const uncounted = ['expiry', 'deliveryWaits', 'renewals', 'filesUpdated'] as const;

type CountedEvent = Exclude<AlertEvent, { readonly kind: (typeof uncounted)[number] }>;

function isCounted(event: AlertEvent): event is CountedEvent {
  return !uncounted.some((kind) => kind === event.kind);
}

const copyParts = {
  unproven: 'copyUnproven',
  commandFailed: 'copyCommandFailed',
  changed: 'copyLeft',
  held: 'copyLeft',
  failed: 'copyLeft',
} as const satisfies Readonly<Record<UpdateFailure, string>>;

/** What counts such events. */
function partOf(event: CountedEvent) {
  switch (event.kind) {
    case 'condition':
      return `conditions.count.${event.condition}` as const;
    case 'copy':
      return `notifications.part.${copyParts[event.outcome]}` as const;
    case 'renewed':
      return 'notifications.part.renewedReview';
    default:
      return `notifications.part.${event.kind}` as const;
  }
}

function waitingManyText(count: number, t: Translate): AlertText {
  return {
    title: t('notifications.deliveriesTitle', { count }),
    body: t('notifications.deliveriesBody'),
  };
}

function shortTitle(order: OrderRow): string {
  return shortName(orderTitle(order), MAX_NAME);
}
