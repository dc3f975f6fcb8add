import { needsAttention, orderStatuses } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { SituationName } from './situations.ts';
import { type Surface, surfaceNames } from './surfaces.ts';
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

/** A rejected token is one item of its connection. Its orders stay where they are. */
const ofConnection: Decision['but'] = {
  list: /^Later: Healthy/u,
  tray: /^rejected 1:/u,
  quick: /^Needs attention: [^;×]*; Next: /u,
  timeline: /^Healthy/u,
  status: /^Healthy/u,
  failWithin: /^CRITICAL: 1 /u,
  check: /^CRITICAL: (?!.*×)/u,
  json: /^healthy/u,
  metrics: /^healthy/u,
  report: /: Healthy/u,
  details: /^done/u,
};

/** `--fail-within` has one time, so what expires soon is never critical. */
const ofOneTime: Decision['but'] = { failWithin: /^WARNING/u };

/** Without an earlier renewal, when an order is renewed is a guess. */
const guessed = /overdue|renewal due/iu;

const decisions: Readonly<Record<SituationName, Decision>> = {
  healthy: { need: 'fine' },
  expired: { need: 'critical' },
  revoked: { need: 'critical' },
  critical: { need: 'critical', but: ofOneTime },
  expiring: { need: 'notice' },
  damaged: { need: 'critical' },
  needsReview: { need: 'attention' },
  notYetValid: { need: 'notice' },
  toReplace: { need: 'attention' },
  overdue: { need: 'attention' },
  expectedRenewal: { need: 'fine', never: guessed },
  neverFetched: { need: 'notice' },
  rejectedToken: { need: 'critical', but: ofConnection },
  unknownRid: { need: 'critical', never: /^OK|^done/u },
  serviceDown: { need: 'unknown', never: /^OK|^done/u },
  unconfirmed: { need: 'notice' },
  servedExpired: { need: 'critical' },
  servedOther: { need: 'critical' },
  servedPrevious: { need: 'critical' },
  servedFaulty: { need: 'attention' },
  unreachable: { need: 'attention' },
  unchecked: { need: 'notice' },
  filesOutdated: { need: 'critical' },
  filesChanged: { need: 'attention' },
  filesMissing: { need: 'attention' },
  filesOpen: { need: 'attention' },
  commandFailed: { need: 'attention' },
  deliveryWaits: { need: 'fine' },
  snoozed: { need: 'notice', but: { notification: /^$/u, events: /^$/u } },
  expiredAndRevoked: { need: 'critical' },
  unconfirmedAndExpiring: { need: 'notice' },
  overdueAndUnknownRid: { need: 'critical', never: /^OK|^done/u },
  unreachableAndFilesMissing: { need: 'attention' },
  servedPreviousAndFilesOutdated: { need: 'critical' },
  servedPreviousAndNeedsReview: { need: 'attention' },
  rejectedTokenOfTen: { need: 'critical', but: ofConnection },
};

const allOfStatus = ['list', 'tray', 'quick', 'timeline', 'status', 'json', 'metrics', 'report'] as const;
const allButDetails = surfaceNames.filter(
  (surface) => surface !== 'details' && surface !== 'notification' && surface !== 'events',
);

/** The surfaces that do not say yet what is decided, by situation. It may only shrink. */
export const contradictions: Readonly<Partial<Record<SituationName, readonly Surface[]>>> = {
  notYetValid: ['details'],
  overdue: allOfStatus,
  expectedRenewal: ['list', 'details', 'status', 'failWithin', 'check', 'json', 'metrics', 'report'],
  rejectedToken: ['list', 'quick', 'timeline', 'status', 'json', 'metrics', 'report'],
  unknownRid: ['details', 'failWithin', 'check'],
  serviceDown: ['details', 'failWithin'],
  unreachable: allOfStatus,
  filesMissing: allOfStatus,
  filesOpen: allButDetails,
  commandFailed: allButDetails,
  overdueAndUnknownRid: ['failWithin', 'check'],
  unreachableAndFilesMissing: allOfStatus,
  rejectedTokenOfTen: allButDetails,
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

/** Which alerts there are is decided for each condition. */
const saysAnything: Reading = () => true;

const readings: Readonly<Record<Surface, Reading>> = {
  list: saysNow(/^Needs attention: /u),
  tray: saysNow(/^\w+ \d+:/u),
  quick: saysNow(/^Needs attention: /u),
  details: saysNow(/attention|problem/u),
  timeline: saysStatus(),
  notification: saysAnything,
  events: saysAnything,
  status: saysStatus(),
  failWithin: saysState,
  check: saysState,
  json: saysStatus(),
  metrics: saysStatus(),
  report: saysStatus(/^[^:]*: /u),
};

/** Whether what a surface says of a situation is what is decided. */
export function isDecided(situation: SituationName, surface: Surface, words: string): boolean {
  const { need, but, never } = decisions[situation];
  if (never?.test(words)) return false;
  return but?.[surface]?.test(words) ?? readings[surface](words, need);
}
