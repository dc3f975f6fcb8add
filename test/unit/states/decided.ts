import { needsAttention, orderStatuses } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { SituationName } from './situations.ts';
import type { Surface } from './surfaces.ts';
import { t } from './world.ts';

/**
 * How much a situation needs the user, the same on every surface. `critical` and `attention`: now. `unknown`: now, but what is wrong
 * may be on the way to the service. `notice`: perhaps later. `fine`: not at all.
 */
export type Need = 'critical' | 'attention' | 'unknown' | 'notice' | 'fine';

/** What has to hold for a situation, whatever the words are. */
interface Decision {
  readonly need: Need;
  /** Of surfaces that are unlike what follows from `need`. */
  readonly but?: Readonly<Partial<Record<Surface, RegExp>>>;
  /** What no surface may say. */
  readonly never?: RegExp;
}

/** A rejected token is one item of its connection. Its orders stay where they are, marked. */
const ofConnection: Decision['but'] = {
  list: /^Later: Token rejected/u,
  tray: /^rejected 1: 1?\d orders?, 1 token rejected$/u,
  failWithin: /^CRITICAL: 1 connection/u,
  check: /^CRITICAL: rejected$/u,
  details: /^done/u,
};

/** Without the running app no order is confirmed, so `--fail-within` looks at facts that do not pass alone. */
const ofFacts: Decision['but'] = { failWithin: /^OK/u };

/** `--fail-within` has one time, so what expires soon is never critical. */
const ofOneTime: Decision['but'] = { failWithin: /^WARNING/u };

/** Without an earlier renewal, when an order is renewed is a guess. */
const guessed = /overdue/iu;

const decisions: Readonly<Record<SituationName, Decision>> = {
  healthy: { need: 'fine' },
  expired: { need: 'critical' },
  revoked: { need: 'critical' },
  critical: { need: 'critical', but: ofOneTime },
  expiring: { need: 'notice' },
  chainExpired: { need: 'critical' },
  chainCritical: { need: 'critical', but: ofOneTime },
  chainExpiring: { need: 'notice' },
  damaged: { need: 'critical' },
  needsReview: { need: 'attention' },
  // The step is not done: a server that uses the certificate shows an error.
  notYetValid: { need: 'notice', but: { details: /^issued: attention/u } },
  toReplace: { need: 'attention' },
  overdue: { need: 'attention' },
  expectedRenewal: { need: 'fine', never: guessed },
  neverFetched: { need: 'notice' },
  rejectedToken: { need: 'notice', but: ofConnection },
  unknownRid: { need: 'critical', never: /^OK|^done/u },
  serviceDown: { need: 'unknown', but: ofFacts, never: /^done/u },
  unconfirmed: { need: 'notice' },
  servedExpired: { need: 'critical' },
  servedOther: { need: 'critical' },
  servedChainCritical: { need: 'critical', but: ofOneTime },
  servedPrevious: { need: 'critical' },
  servedFaulty: { need: 'attention' },
  notStapled: { need: 'attention' },
  unreachable: { need: 'attention' },
  unchecked: { need: 'notice' },
  neverProbed: { need: 'fine' },
  filesOutdated: { need: 'critical' },
  filesChanged: { need: 'attention' },
  filesMissing: { need: 'attention' },
  filesOpen: { need: 'attention' },
  commandFailed: { need: 'attention' },
  renewedAndDeployed: { need: 'fine' },
  deliveryWaits: { need: 'fine' },
  snoozed: { need: 'notice', but: { notification: /^$/u, events: /^$/u } },
  expiredAndRevoked: { need: 'critical' },
  unconfirmedAndExpiring: { need: 'notice' },
  overdueAndUnknownRid: { need: 'critical', never: /^OK|^done/u },
  unreachableAndFilesMissing: { need: 'attention' },
  servedPreviousAndFilesOutdated: { need: 'critical' },
  servedPreviousAndNeedsReview: { need: 'attention' },
  rejectedTokenOfTen: { need: 'notice', but: ofConnection },
};

type Reading = (words: string, need: Need) => boolean;

const isNow = (need: Need) => need !== 'notice' && need !== 'fine';

/** A surface that only says whether something needs the user now. */
const saysNow =
  (pattern: RegExp): Reading =>
  (words, need) =>
    pattern.test(words) === isNow(need);

/** The words of statuses that do not need the user now, in texts and in what programs read. */
const calm = orderStatuses
  .filter((status) => !needsAttention(status))
  .flatMap((status) => [status, statusText(status, t)]);

/** A surface that says the status, after what `before` matches. */
const saysStatus =
  (before: RegExp = /^/u): Reading =>
  (words, need) => {
    const said = words.replace(before, '');
    return calm.some((word) => said === word || said.startsWith(`${word} `)) !== isNow(need);
  };

const states: Readonly<Record<Need, RegExp>> = {
  critical: /^CRITICAL/u,
  attention: /^WARNING/u,
  unknown: /^UNKNOWN/u,
  // Warnings before the expiry have times of their own, and what is not confirmed is unknown.
  notice: /^(?!CRITICAL)/u,
  fine: /^OK/u,
};
const saysState: Reading = (words, need) => states[need].test(words);

/** Nobody has to look at the icon to learn what is critical: an alert says it within the hour. */
const saysWhatIsCritical: Reading = (words, need) => need !== 'critical' || words !== '';

const readings: Readonly<Record<Surface, Reading>> = {
  list: saysNow(/^Needs attention: /u),
  tray: saysNow(/^\w+ \d+:/u),
  quick: saysNow(/^Needs attention: /u),
  details: saysNow(/attention|problem/u),
  timeline: saysStatus(),
  notification: saysWhatIsCritical,
  events: saysWhatIsCritical,
  status: saysStatus(),
  failWithin: saysState,
  check: saysState,
  json: saysStatus(),
  metrics: saysStatus(),
  report: saysStatus(/^Deployment: [^:]*: /u),
};

/** Whether what a surface says of a situation is what is decided. */
export function isDecided(situation: SituationName, surface: Surface, words: string): boolean {
  const { need, but, never } = decisions[situation];
  if (never?.test(words)) return false;
  return but?.[surface]?.test(words) ?? readings[surface](words, need);
}
