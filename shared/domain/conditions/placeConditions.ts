import { needsReview } from '../finding.ts';
import { ALWAYS, DAY_MS, NEVER } from '../thresholds.ts';
import type { Condition, ConditionFacts, Severity } from './condition.ts';
import { expired } from './expired.ts';
import type { HelpfulAction } from './helpfulActions.ts';
import { type PlaceKind, type PlaceStatus, statusOfKind } from './places.ts';

/** What the servers and exported files of an order are to it: `places.ts` says from when on. */
function ofPlaces<const Kind extends PlaceKind, const Status extends string>(
  kind: Kind,
  status: Status,
  severity: Severity,
  ...help: readonly HelpfulAction[]
) {
  const from = ({ deployment }: ConditionFacts) => (deployment === null ? NEVER : deployment[kind]);
  return { kind, status, severity, help, needs: 'deployment' as const, from };
}

/** What brings the certificate into the exported files. */
const writeFiles = ['update', 'exportAgain'] as const;
/** What brings it to the servers: new files, their command, and a look whether that was done elsewhere. */
export const reachServers = [...writeFiles, 'run', 'check'] as const;

/** Nothing is expected at a place while the certificate itself needs a review. */
function unlessReviewed<const One extends Condition>(condition: One) {
  const from: Condition['from'] = (order, terms, now, polling) =>
    needsReview(order.findings) ? NEVER : condition.from(order, terms, now, polling);
  return { ...condition, from };
}

/** A server sends a certificate that has expired, before the order's own has. */
export const servedExpired = {
  ...ofPlaces('servedExpired', 'notDeployed', 'critical', ...reachServers),
  until: expired.from,
  alertBy: 'servers',
} as const satisfies Condition;
/** A server sends a certificate that this order never had. */
export const servedOther = {
  ...ofPlaces('servedOther', 'notDeployed', 'critical', 'check'),
  alertBy: 'servers',
} as const satisfies Condition;
/** A server still sends a previous certificate. Its alert leaves a day to deploy the new one. */
export const notDeployed = {
  ...unlessReviewed(ofPlaces('notDeployed', 'notDeployed', 'critical', ...reachServers)),
  alertBy: 'servers',
  alertAfter: DAY_MS,
} as const satisfies Condition;
/** Exported files have a previous certificate. The alert about the renewal says so for a day, that about servers says more. */
export const filesOutdated = {
  ...unlessReviewed(ofPlaces('filesOutdated', 'notDeployed', 'critical', ...writeFiles)),
  alert: {
    setting: 'alertOnDrift',
    after: DAY_MS,
    dependsOn: ['servedExpired', 'servedOther', 'notDeployed'],
    toldBy: 'updateFailed',
  },
} as const satisfies Condition;
/** More users than intended can read exported files. */
export const filesOpen = ofPlaces('filesOpen', 'filesOpen', 'attention', 'tighten');
/** A server sends the current certificate, but clients may refuse it: chain, name or trust. */
export const misconfigured = ofPlaces('misconfigured', 'misconfigured', 'attention', 'check');
/** A server sends the current certificate without the stapled OCSP response that it requires (RFC 7633). */
export const notStapled = {
  ...ofPlaces('notStapled', 'misconfigured', 'attention', 'check'),
  alert: { setting: 'alertOnDrift' },
} as const satisfies Condition;
/** Another program or person changed exported files. */
export const filesChanged = ofPlaces('filesChanged', 'misconfigured', 'attention', ...writeFiles);
/** A server sent no certificate at its last probe. */
export const unreachable = ofPlaces('unreachable', 'unreachable', 'attention', 'check');
/** Exported files are missing, or cannot be read. */
export const filesMissing = ofPlaces('filesMissing', 'unreachable', 'attention', ...writeFiles, 'checkFiles');
/** The command after the last update of exported files failed: a server may use what it read before. */
export const commandFailed = ofPlaces('commandFailed', 'commandFailed', 'attention', 'run');

/** A new certificate has some time to reach its places. */
export const settling = {
  kind: 'settling',
  status: 'stale',
  severity: 'notice',
  check: 'unknown',
  needs: 'deployment',
  from: ({ deployment }) => (deployment === null || deployment.settlesUntil === ALWAYS ? NEVER : ALWAYS),
  until: ({ deployment }) => deployment?.settlesUntil ?? NEVER,
} as const satisfies Condition;

/** It is not known which certificate a server or an exported file has. */
export const placesUnknown = {
  ...ofPlaces('placesUnknown', 'stale', 'notice', 'check'),
  check: 'unknown',
} as const satisfies Condition;

const severities: ReadonlyMap<PlaceStatus, Severity> = new Map(
  [servedExpired, servedOther, notDeployed, misconfigured, unreachable].map(({ kind, severity }) => [
    statusOfKind[kind],
    severity,
  ]),
);

/** How much the status of a place needs the user; `null`: it does not, as far as known. */
export function placeSeverity(status: PlaceStatus): Severity | null {
  return severities.get(status) ?? null;
}
