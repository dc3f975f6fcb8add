import { redact } from '#main/platform/redact.ts';
import type { NotificationsView } from '#shared/domain/notificationState.ts';
import { CLOCK_SLACK_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { RecentError } from './recentErrors.ts';

/** The data of a bug report: versions, backends, counts. No names, addresses, rids, paths or secrets. */
export interface DiagnosticsFacts {
  /** Unix ms. */
  readonly now: number;
  readonly startedAt: number;
  readonly versions: readonly string[];
  /** Whether the page runs in Chromium's sandbox. */
  readonly isSandboxed: boolean;
  readonly system: string;
  readonly session: string;
  readonly keychain: string;
  readonly trayHost: string;
  readonly notificationDaemon: string;
  /** Where the last notification went, and how many wait to be shown. */
  readonly notifications: NotificationsView;
  readonly isOnline: boolean;
  /** How far the clock is ahead of the service's, ms; negative: behind. `null`: not compared. */
  readonly clockAheadMs: number | null;
  readonly update: string;
  readonly database: { readonly bytes: number | null; readonly version: number };
  /** Counts by kind; kinds with a count of 0 may be missing. */
  readonly connections: Counts;
  readonly tokens: Counts;
  readonly orders: Counts;
  readonly orderFailures: Counts;
  readonly hooks: Counts;
  readonly hookSecrets: Counts;
  /** Kind of the receiver's state. */
  readonly receiver: string;
  readonly deliveriesWaiting: number;
  /** Kind of the vault's state, and the number of keys. */
  readonly vault: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly recentErrors: readonly RecentError[];
}

export type Counts = Readonly<Record<string, number>>;

export function countOf(kinds: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function notificationsFact({ notificationDaemon, notifications }: DiagnosticsFacts): string {
  const { state, waiting } = notifications;
  const went = state.kind === 'absent' || state.kind === 'refused' ? `, ${state.kind}` : '';
  return `${notificationDaemon}${went}${waiting > 0 ? `, ${waiting} wait` : ''}`;
}

/** The facts as Markdown, in English whatever the app's language is. */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Versions', facts.versions.join(', ')],
    ['Sandbox', facts.isSandboxed ? 'on' : 'off'],
    ['System', facts.system],
    ['Session', facts.session],
    ['Running for', `${Math.floor((facts.now - facts.startedAt) / 60_000)} min`],
    ['Keychain', facts.keychain],
    ['Tray host', facts.trayHost],
    ['Notifications', notificationsFact(facts)],
    ['Network', facts.isOnline ? 'online' : 'offline'],
    ['Clock', clockFact(facts.clockAheadMs)],
    ['Updates', facts.update],
    ['Database', `${megabytes(facts.database.bytes)}, schema version ${facts.database.version}`],
    ['Connections', countsText(facts.connections)],
    ['Tokens', countsText(facts.tokens)],
    ['Orders', countsText(facts.orders)],
    ['Orders that fail', countsText(facts.orderFailures)],
    ['Hooks', countsText(facts.hooks)],
    ['Signing secrets', countsText(facts.hookSecrets)],
    ['Receiver', facts.receiver],
    ['Deliveries waiting', `${facts.deliveriesWaiting}`],
    ['Vault', facts.vault],
    ['Settings', settingsText(facts.settings)],
  ];
  return [
    `### NotAfter diagnostics, ${new Date(facts.now).toISOString()}`,
    '',
    '| | |',
    '| --- | --- |',
    ...rows.map(([name, value]) => `| ${name} | ${cell(value)} |`),
    '',
    '#### Warnings and errors since the start',
    '',
    ...errorLines(facts.recentErrors),
    '',
  ].join('\n');
}

function errorLines(recentErrors: readonly RecentError[]): readonly string[] {
  if (recentErrors.length === 0) return ['None.'];
  return [
    '| last | level | how often | what |',
    '| --- | --- | --- | --- |',
    ...recentErrors.toReversed().map(({ lastAt, level, count, message, kind, place }) => {
      const what = [message, kind, place].filter((part) => part !== '').join(', ');
      return `| ${new Date(lastAt).toISOString()} | ${level} | ${count} | ${cell(what)} |`;
    }),
  ];
}

function clockFact(aheadMs: number | null): string {
  if (aheadMs === null) return 'not compared with another';
  if (Math.abs(aheadMs) <= CLOCK_SLACK_MS) return 'right';
  return `${Math.round(Math.abs(aheadMs) / MINUTE_MS)} min ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}

function countsText(counts: Counts): string {
  const entries = Object.entries(counts).filter(([, count]) => count > 0);
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return 'none';
  return `${total}: ${entries.map(([kind, count]) => `${count} ${kind}`).join(', ')}`;
}

function settingsText(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${isListOfObjects(value) ? value.length : JSON.stringify(value)}`)
    .join(', ');
}

/** Such as the thresholds of tags, which may name customers: only counted. */
function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && typeof value[0] === 'object';
}

function megabytes(bytes: number | null): string {
  return bytes === null ? 'size unknown' : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** One table cell, redacted and on one line. */
function cell(text: string): string {
  return text.split(', ').map(redact).join(', ').replace(/\|/gu, '/').replace(/\s+/gu, ' ');
}
