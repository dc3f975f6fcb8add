import { markdownTable } from '#scripts/lib/markdown.ts';
import type { SituationName } from './situations.ts';
import { type Surface, surfaceNames } from './surfaces.ts';

/** What the surfaces say of each situation. */
export type Table = Readonly<Record<SituationName, Readonly<Record<Surface, string>>>>;

export const marks = {
  begin: '<!-- Filled by npm test -- unit states -u -->',
  end: '<!-- End of the table -->',
};

const columns: Readonly<Record<Surface, string>> = {
  list: 'list',
  tray: 'tray',
  quick: 'quick window',
  details: 'steps in the details',
  timeline: 'timeline',
  notification: 'notification',
  events: 'event',
  status: '`status`',
  failWithin: '`status --fail-within 14d`',
  check: '`check`',
  json: '`status --json`',
  metrics: 'metrics',
  report: 'report',
};

const rows: Readonly<Record<SituationName, string>> = {
  healthy: 'nothing is wrong',
  expired: 'expired 2 days ago',
  revoked: 'revoked',
  critical: '5 days left',
  expiring: '20 days left',
  chainExpired: 'an intermediate expired yesterday, before the certificate',
  chainCritical: 'an intermediate expires in 3 days, before the certificate',
  chainExpiring: 'an intermediate expires in 20 days, before the certificate',
  damaged: 'a signature is not valid',
  needsReview: 'a renewal lost a name',
  notYetValid: 'valid only in 3 days',
  toReplace: 'its authority wants it replaced',
  overdue: '10 days after its usual renewal',
  expectedRenewal: '40 days left, and no renewal was seen yet',
  neverFetched: 'just added',
  rejectedToken: 'the service refuses the token',
  unknownRid: 'the service does not know the rid',
  serviceDown: 'the service answered 503 three times',
  unconfirmed: 'not confirmed for 2 days',
  servedExpired: 'the server has an expired certificate',
  servedOther: 'the server has a certificate that the order never had',
  servedChainCritical: 'the server sends a chain that expires in 3 days, before the certificate',
  servedPrevious: 'the server has the previous certificate',
  servedFaulty: 'the server sends no chain',
  notStapled: 'the server sends no stapled response that the certificate requires',
  unreachable: 'the server refused the last connection',
  unchecked: 'the server was not checked for 3 days',
  neverProbed: 'the server was added an hour ago, and not checked yet',
  filesOutdated: 'the files have the previous certificate',
  filesChanged: 'another program changed the files',
  filesMissing: 'the files are missing',
  filesOpen: 'others can read the exported key',
  commandFailed: 'the command after an update of the files failed',
  renewedAndDeployed: 'renewed an hour ago, and deployed automatically',
  deliveryWaits: 'a delivery under an unknown name waits',
  snoozed: '20 days left, snoozed until renewed',
  expiredAndRevoked: 'expired, and revoked before',
  unconfirmedAndExpiring: '20 days left, not confirmed for 2 days',
  overdueAndUnknownRid: '10 days after its usual renewal, and the service does not know the rid',
  unreachableAndFilesMissing: 'the server refused the last connection, and the files are missing',
  servedPreviousAndFilesOutdated: 'server and files have the previous certificate',
  servedPreviousAndNeedsReview: 'the server has the previous certificate, and the renewal lost a name',
  rejectedTokenOfTen: 'the service refuses the token of ten orders',
};

/** The table as Markdown: a row for each situation, and a column for each surface. */
export function stateTable(table: Table): string {
  const lines = (Object.keys(rows) as SituationName[]).map((situation) => [
    rows[situation],
    ...surfaceNames.map((surface) => table[situation][surface]),
  ]);
  return markdownTable([['situation', ...surfaceNames.map((surface) => columns[surface])], ...lines]);
}
