import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarText, calendarValue, inventoryCalendar } from '#main/reporting/report/inventoryCalendar.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { cleanText } from '#shared/text.ts';
import { inventoryOrder, inventoryWith } from '#test/support/inventoryOrders.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';

const english = translatorOf('en');
const chinese = translatorOf('zh-CN');

/** Unfolded lines, each as its name and value. */
function parseLines(text: string): (readonly [string, string])[] {
  if (!text.endsWith('\r\n')) throw new Error('the last line does not end');
  return text
    .slice(0, -2)
    .replace(/\r\n[ \t]/gu, '')
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    });
}

function parseText(value: string): string {
  return value.replace(/\\([\\;,nN])/gu, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

/** The events of a calendar: every property by name, and those of the reminder below `alarm`. */
function parseEvents(text: string) {
  const events: { properties: Map<string, string>; alarm: Map<string, string> | null }[] = [];
  const open: string[] = [];
  for (const [name, value] of parseLines(text)) {
    const event = events.at(-1);
    if (name === 'BEGIN') {
      open.push(value);
      if (value === 'VEVENT') events.push({ properties: new Map(), alarm: null });
      if (value === 'VALARM' && event !== undefined) event.alarm = new Map();
    } else if (name === 'END') expect(open.pop()).toBe(value);
    else if (open.at(-1) === 'VEVENT') event?.properties.set(name, value);
    else if (open.at(-1) === 'VALARM') event?.alarm?.set(name, value);
  }
  expect(open).toEqual([]);
  return events;
}

const events = (orders: readonly InventoryOrder[], t = english) =>
  parseEvents(inventoryCalendar(inventoryWith(orders), t));
const anyText = fc.string({
  unit: fc.constantFrom('\\', ';', ',', '\n', ':', '"', ' ', 'a', 'é', '证', '😀'),
  maxLength: 200,
  size: 'max',
});

describe('lines of a calendar', () => {
  it('have at most 75 octets, split no character, and parse back as clean text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = calendarText([['SUMMARY', calendarValue(text)]]);
        for (const line of written.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
        const [[, value] = ['', '']] = parseLines(written);
        expect(parseText(value)).toBe(
          text
            .split(/\r\n?|\n/u)
            .map(cleanText)
            .join('\n'),
        );
      }),
    );
  });

  it('contain no control character, so that no name can start a new line', () => {
    expect(calendarValue('a\r\nEND:VEVENT\rb\u0000\t')).toBe('a\\nEND:VEVENT\\nb');
  });
});

describe('the calendar of an inventory', () => {
  it('has one event per expiry, marked as free time', () => {
    const named = inventoryOrder({ title: '订单; "a, b"' });
    const [event, ...others] = events([named, inventoryOrder({ id: '2', notAfter: null })]);
    expect(others).toEqual([]);
    const property = (name: string) => event?.properties.get(name);
    expect(property('DTSTART')).toBe('20260814T120000Z');
    expect(property('DTSTAMP')).toBe('20260615T120000Z');
    expect(property('LAST-MODIFIED')).toBe('20260516T120001Z');
    expect(property('TRANSP')).toBe('TRANSPARENT');
    expect(property('STATUS')).toBe('CONFIRMED');
    expect(property('SEQUENCE')).toBe('0');
    expect(parseText(property('SUMMARY') ?? '')).toBe('Certificate expires: 订单; "a, b"');
    expect(parseText(property('DESCRIPTION') ?? '').split('\n')).toEqual([
      'Order rid-1 of Shop',
      'Issued by Issuing CA',
      'For a.example.com, www.a.example.com',
    ]);
  });

  it('is in the language of the app', () => {
    const [event] = events([inventoryOrder()], chinese);
    expect(event?.properties.get('SUMMARY')).toBe('证书到期：a.example.com');
  });

  it('keeps the UID of an event while the leaf is the same', () => {
    const uid = (change: Partial<InventoryOrder>) =>
      events([inventoryOrder(change)])[0]?.properties.get('UID');
    expect(uid({ title: 'renamed', connection: 'other' })).toBe(uid({}));
    expect(uid({ fingerprint256: 'ef'.repeat(32) })).not.toBe(uid({}));
    expect(uid({ id: 'order-2' })).not.toBe(uid({}));
    expect(uid({ fingerprint256: null })).toBe('order-1.service@notafter');
  });

  it('reminds 14 days before, or a third of the lifetime if that is shorter, and never too late', () => {
    const alarm = (daysLeft: number, lifetime: number) => {
      const notAfter = now + daysLeft * DAY_MS;
      return (
        events([inventoryOrder({ notAfter, notBefore: notAfter - lifetime * DAY_MS })])[0]?.alarm ?? null
      );
    };
    expect(alarm(60, 90)?.get('TRIGGER')).toBe('-P14D');
    expect(alarm(60, 90)?.get('ACTION')).toBe('DISPLAY');
    expect(alarm(60, 90)?.get('DESCRIPTION')).toBe('Certificate expires: a.example.com');
    expect(alarm(5, 6)?.get('TRIGGER')).toBe('-PT2880M');
    expect(alarm(10, 90)).toBeNull();
    expect(alarm(-1, 90)).toBeNull();
  });

  it('remind with the warning of an order or a tag that has its own', () => {
    for (const from of ['order', 'tag'] as const) {
      const warns = { from, tag: from === 'tag' ? 'prod' : null, warningMs: 40 * DAY_MS, criticalMs: DAY_MS };
      const [event] = events([inventoryOrder({ warns })]);
      expect(event?.alarm?.get('TRIGGER')).toBe(`-PT${40 * 24 * 60}M`);
    }
  });

  it('is a valid calendar without any order', () => {
    expect(parseLines(inventoryCalendar(inventoryWith([]), english))).toEqual([
      ['BEGIN', 'VCALENDAR'],
      ['VERSION', '2.0'],
      ['PRODID', '-//NotAfter//NotAfter 1.2.3//EN'],
      ['CALSCALE', 'GREGORIAN'],
      ['METHOD', 'PUBLISH'],
      ['END', 'VCALENDAR'],
    ]);
  });
});
