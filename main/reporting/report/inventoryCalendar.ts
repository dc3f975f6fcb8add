import { endOf } from '#shared/domain/chainEnd.ts';
import type { Inventory, InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';

/** The reminder comes this long before the expiry, or at this part (1/n) of the lifetime if that is shorter; with thresholds of the order or a tag, with its warning. */
const REMIND_MS = 14 * DAY_MS;
const REMIND_DIVISOR = 3;

/**
 * The expiries as a calendar (RFC 5545): one event per order with an end. The UID depends on the certificate, so
 * importing the file again adds no duplicate, and a renewed order gets a new event. Events are instants marked as free,
 * with a reminder unless its time has passed.
 */
export function inventoryCalendar({ orders, takenAt, version }: Inventory, t: Translate): string {
  return calendarText([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', calendarValue(`-//NotAfter//NotAfter ${version}//EN`)],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ...orders.flatMap((order) => eventOf(order, takenAt, t)),
    ['END', 'VCALENDAR'],
  ]);
}

function eventOf(order: InventoryOrder, takenAt: number, t: Translate): readonly CalendarLine[] {
  const { id, fingerprint256, validity } = order;
  const end = endOf(order);
  if (end === null) return [];
  const summary = calendarValue(t('report.calendar.summary', { name: order.title }));
  const firstSeenAt = validity.find((span) => span.fingerprint256 === fingerprint256)?.firstSeenAt;
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', calendarValue(`${id}.${fingerprint256 ?? 'service'}@notafter`)],
    ['DTSTAMP', calendarInstant(takenAt)],
    ...line('LAST-MODIFIED', firstSeenAt),
    ['SEQUENCE', '0'],
    ['STATUS', 'CONFIRMED'],
    ['TRANSP', 'TRANSPARENT'],
    ['DTSTART', calendarInstant(end)],
    ['SUMMARY', summary],
    ['DESCRIPTION', calendarValue(descriptionOf(order, t))],
    ...alarm(order, end, takenAt, summary),
    ['END', 'VEVENT'],
  ];
}

function line(name: string, ms: number | undefined): readonly CalendarLine[] {
  return ms === undefined ? [] : [[name, calendarInstant(ms)]];
}

function descriptionOf(order: InventoryOrder, t: Translate): string {
  const { connection, rid, issuerName, domains, chainEnd } = order;
  const separator = t('common.listSeparator');
  return [
    t('report.calendar.order', { connection, rid }),
    ...(chainEnd === null ? [] : [t('report.calendar.chainEnd', { chain: chainEnd.name })]),
    ...(issuerName === null ? [] : [t('report.calendar.issuer', { issuer: issuerName })]),
    ...(domains.length === 0 ? [] : [t('report.calendar.domains', { domains: domains.join(separator) })]),
  ].join('\n');
}

function alarm(
  { notBefore, notAfter, warns }: InventoryOrder,
  end: number,
  takenAt: number,
  summary: string,
): readonly CalendarLine[] {
  const lifetime = notBefore === null || notAfter === null ? Number.POSITIVE_INFINITY : notAfter - notBefore;
  const remindMs =
    warns.from === 'general' ? Math.min(REMIND_MS, lifetime / REMIND_DIVISOR) : warns.warningMs;
  const minutes = Math.floor(remindMs / MINUTE_MS);
  if (minutes <= 0 || end - minutes * MINUTE_MS <= takenAt) return [];
  return [
    ['BEGIN', 'VALARM'],
    ['ACTION', 'DISPLAY'],
    ['TRIGGER', minutes * MINUTE_MS === REMIND_MS ? '-P14D' : `-PT${minutes}M`],
    ['DESCRIPTION', summary],
    ['END', 'VALARM'],
  ];
}

/** Maximum octets of a line before its CRLF (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** A property: its name with parameters, and its encoded value. */
export type CalendarLine = readonly [name: string, value: string];

/** Lines of a calendar file: CRLF, folded between characters. */
export function calendarText(lines: readonly CalendarLine[]): string {
  return lines.map(([name, value]) => `${folded(`${name}:${value}`)}\r\n`).join('');
}

/** A value of type TEXT (RFC 5545, section 3.3.11), cleaned because it may not contain control characters. */
export function calendarValue(text: string): string {
  return text
    .split(/\r\n?|\n/u)
    .map((line) => cleanText(line).replace(/[\\;,]/gu, '\\$&'))
    .join('\\n');
}

/** An instant (Unix ms) as a DATE-TIME in UTC without fractions: `20260615T120000Z`. */
function calendarInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/gu, '');
}

function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (octets + more > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += more;
  }
  return [...parts, part].join('\r\n');
}

/** Length of a character in UTF-8 bytes (RFC 3629). */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
