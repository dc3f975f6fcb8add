import { endOf } from '#shared/domain/chainEnd.ts';
import { type PlaceStatus, placeStatuses } from '#shared/domain/conditions/places.ts';
import { needsAttention } from '#shared/domain/copy.ts';
import { hostAndPort, isOfThisComputer } from '#shared/domain/endpoint.ts';
import { toReview } from '#shared/domain/finding.ts';
import {
  type Inventory,
  type InventoryEndpoint,
  type InventoryOrder,
  type PlacesWord,
  placesWord,
} from '#shared/domain/inventory.ts';
import { type ReportColumn, reportColumns } from '#shared/domain/orderFields.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { faultSummary } from '#shared/i18n/faultText.ts';
import { formatDate, formatDateTime, formatMoment } from '#shared/i18n/format.ts';
import { placeStatusText } from '#shared/i18n/placeStatusText.ts';
import { waitText } from '#shared/i18n/statusReason.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import { renewalText } from './renewalText.ts';

export interface ReportLanguage {
  readonly locale: Locale;
  readonly t: Translate;
}

/** Maximum length of a name of an order, a connection or a place, in characters. */
const NAME_LENGTH = 64;

/**
 * An inventory as Markdown for a ticket: a table per deployment status, worst first, orders without places last, then the
 * notes. Tables have a column of tags if an order has tags. Names, tags and notes are never interpreted as markup.
 */
export function inventoryMarkdown({ takenAt, version, orders }: Inventory, language: ReportLanguage): string {
  const { locale, t } = language;
  const groups = Map.groupBy(orders, placesWord);
  const hasTags = orders.some(({ tags }) => tags.length > 0);
  const tables = [...placesWords, null].flatMap((status) => {
    const members = groups.get(status);
    if (members === undefined) return [];
    const group = inSentence(
      status === null ? t('report.noPlaces') : placeStatusText(status, null, t, locale, 'UTC'),
    );
    const heading = t('report.heading', { group, size: members.length });
    return [`#### ${heading}`, tableOf(members, takenAt, hasTags, language)];
  });
  const title = t('report.title', { date: formatDateTime(takenAt, locale, 'UTC') });
  const about = t('report.about', { count: orders.length, version: name(version) });
  return `${[`### ${title}`, about, ...tables, ...notesOf(orders, language)].join('\n\n')}\n`;
}

/** Worst first. */
const placesWords: readonly PlacesWord[] = placeStatuses.flatMap((status) =>
  status === 'misconfigured' ? (['servedEndsSoon', status] as const) : [status],
);

type Cell = (order: InventoryOrder, language: ReportLanguage, now: number) => string;

/** The cells of each column. Only `tags` can be absent. */
const cells: Readonly<Record<ReportColumn, Cell>> = {
  order: ({ title }) => name(title),
  connection: ({ connection }) => name(connection),
  status: statusCell,
  notAfter: (order, { locale }) => endText(order, (end) => formatDate(end, locale, 'UTC')),
  left: (order, { t }, now) => endText(order, (end) => timeLeftText(end, now, t)),
  renewal: (order, { locale, t }, now) => renewalText(order, now, t, locale, 'UTC'),
  places: placesText,
  tags: ({ tags }, { t }) => tags.map(name).join(t('common.listSeparator')),
};

function tableOf(
  orders: readonly InventoryOrder[],
  now: number,
  hasTags: boolean,
  language: ReportLanguage,
): string {
  const all = Object.keys(reportColumns) as ReportColumn[];
  const names = hasTags ? all : all.filter((column) => column !== 'tags');
  return markdownTable(
    names.map((column) => language.t(`report.column.${column}`)),
    orders.map((order) => names.map((column) => cells[column](order, language, now))),
  );
}

function endText(order: InventoryOrder, text: (end: number) => string): string {
  const end = endOf(order);
  return end === null ? '' : text(end);
}

/** A heading and the notes as a list, each on one line; nothing without notes. */
function notesOf(orders: readonly InventoryOrder[], { t }: ReportLanguage): readonly string[] {
  const lines = orders.flatMap(({ title, note }) =>
    note === ''
      ? []
      : [`- ${t('report.place.is', { place: name(title), state: markdownName(note, textLimits.note) })}`],
  );
  return lines.length === 0 ? [] : [`#### ${t('report.notes')}`, lines.join('\n')];
}

/** Status, findings to review, and until when the service asked to wait. */
function statusCell(
  { status, findings, waitsUntil, failure }: InventoryOrder,
  { locale, t }: ReportLanguage,
): string {
  const place = statusText(status, t);
  const review = markdownName(faultSummary(toReview(findings), t, locale), 2 * NAME_LENGTH);
  const until = waitsUntil === null ? '' : formatMoment(waitsUntil, locale, 'UTC');
  const wait = until === '' ? '' : waitText(failure, until, t);
  const state = [review, wait].filter((text) => text !== '').join(t('common.listSeparator'));
  return state === '' ? place : t('report.place.is', { place, state });
}

function name(text: string): string {
  return markdownName(text, NAME_LENGTH);
}

/** The places with a problem by name, or the status if there are none. */
function placesText(order: InventoryOrder, language: ReportLanguage): string {
  const { locale, t } = language;
  const { endpoints, copies } = order;
  const word = placesWord(order);
  if (word === null) return '';
  const served = endpoints.flatMap((endpoint) => {
    const text = endpointText(endpoint, language);
    return text === null ? [] : [t('report.place.is', { place: name(hostAndPort(endpoint)), state: text })];
  });
  const kept = copies.filter(needsAttention).map(({ folder, state }) => {
    const problem = state === null || state === 'fresh' ? 'stale' : state;
    return t('report.place.is', { place: name(folder), state: inSentence(t(`copies.state.${problem}`)) });
  });
  const all = [...served, ...kept];
  if (all.length > 0) return all.join(t('report.place.separator'));
  return inSentence(placeStatusText(word, null, t, locale, 'UTC'));
}

/** Text for an endpoint; `null`: every address is current. */
function endpointText(endpoint: InventoryEndpoint, language: ReportLanguage): string | null {
  const { omitted } = endpoint;
  const status = endpointStatus(endpoint);
  if (omitted === 0) return status === 'current' ? null : endpointStatusText(endpoint, status, language);
  const place = endpointStatusText(endpoint, status, language);
  return language.t('report.place.omitted', { place, count: omitted });
}

function endpointStatusText(
  { addresses }: InventoryEndpoint,
  status: PlaceStatus,
  { locale, t }: ReportLanguage,
): string {
  const unchecked = addresses.flatMap(({ uncheckedSince }) => uncheckedSince ?? []);
  const since = status === 'unknown' && unchecked.length > 0 ? Math.max(...unchecked) : null;
  const word = inSentence(placeStatusText(status, since, t, locale, 'UTC'));
  const affected = addresses.filter((one) => one.status === status);
  if (addresses.length === 0 || status === 'current') return word;
  const ends = affected.flatMap(({ error, notAfter }) => (error === null ? (notAfter ?? []) : []));
  const counted = t('report.place.addresses', {
    status: word,
    affected: affected.length,
    addresses: addresses.length,
  });
  if (ends.length === 0 || unchecked.length > 0) return counted;
  return t('report.place.until', {
    place: counted,
    date: formatDate(Math.min(...ends), locale, 'UTC'),
  });
}

function endpointStatus({ addresses, error }: InventoryEndpoint): PlaceStatus {
  const worst = placeStatuses.find((status) => addresses.some((address) => address.status === status));
  return worst ?? (error === null || isOfThisComputer(error) ? 'unknown' : 'unreachable');
}

/** A label within a sentence. */
function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/**
 * Text without meaning in Markdown: letters, digits and some punctuation, but no `www.` (a link in GitHub Flavored
 * Markdown), `GH-1` (an issue) or possible commit id.
 */
const INERT = /^(?!.*(?:www\.|GH-\d|[0-9a-f]{7}))[\p{L}\p{M}\p{N}\p{Zs}.,()'’·–—…-]*$/iu;

/**
 * A name from outside as one line of Markdown, at most `most` characters: plain text if safe, otherwise inline code,
 * where links, mentions, emoji and HTML have no effect. Backslash escapes are not enough: GitHub finds links and
 * mentions after removing them.
 */
export function markdownName(text: string, most: number): string {
  const name = shortName(text, most);
  return INERT.test(name) ? name : codeSpan(name);
}

/** A table of GitHub Flavored Markdown. Cells are Markdown on one line. */
function markdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Inline code (CommonMark, section 6.1) for a table cell, where a backslash before a bar is removed. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$/u.test(text) ? ' ' : '';
  return `${fence}${padding}${text.replace(/(?<!\\)\\*\|/gu, barred)}${padding}${fence}`;
}

/** A bar with the backslashes before it, which must not end the cell. */
function barred(bar: string): string {
  return `${'\\'.repeat(2 * (bar.length - 1))}\\|`;
}
