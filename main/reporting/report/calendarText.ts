import { cleanText } from '#shared/text.ts';

/** The most octets of a line before its CRLF (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** A property of a calendar: its name with parameters, and its value as it is written. */
export type CalendarLine = readonly [name: string, value: string];

/** Lines as they stand in a calendar file: CRLF, folded without cutting a character. */
export function calendarText(lines: readonly CalendarLine[]): string {
  return lines.map(([name, value]) => `${folded(`${name}:${value}`)}\r\n`).join('');
}

/** A value of type TEXT (RFC 5545, section 3.3.11). Cleaned (`cleanText`): control characters have no place in it. */
export function calendarValue(text: string): string {
  return text
    .split(/\r\n?|\n/u)
    .map((line) => cleanText(line).replace(/[\\;,]/gu, '\\$&'))
    .join('\\n');
}

/** An instant (Unix ms) as a DATE-TIME in UTC, which has no parts of a second: `20260615T120000Z`. */
export function calendarInstant(ms: number): string {
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

/** How long one character is in UTF-8 (RFC 3629). */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
