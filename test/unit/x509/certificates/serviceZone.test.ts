import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  disagreementMs,
  impliedOffsetMinutes,
  majorityOffset,
  serviceInstant,
  type ZoneSample,
} from '#main/x509/certificates/serviceZone.ts';
import { formatInZone } from '#test/service/zones.ts';

const notAfter = Date.parse('2026-08-01T12:34:56Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const quarterHour = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15);
const instant = fc
  .integer({ min: Date.parse('1990-01-01T00:00:00Z') / 1000, max: Date.parse('2200-01-01T00:00:00Z') / 1000 })
  .map((seconds) => seconds * 1000);

describe('impliedOffsetMinutes', () => {
  it('is the zone in which the string was written, for every zone and instant', () => {
    fc.assert(
      fc.property(instant, quarterHour, (at, offset) => {
        const text = formatInZone(new Date(at), offset);
        expect(impliedOffsetMinutes(text, at)).toBe(offset);
        expect(serviceInstant(text, offset)).toBe(at);
      }),
    );
  });

  it('allows a minute of rounding and no more', () => {
    expect(impliedOffsetMinutes('2026-08-01 20:34:00', notAfter)).toBe(480);
    expect(impliedOffsetMinutes('2026-08-01 20:35:56', notAfter)).toBe(480);
    expect(impliedOffsetMinutes('2026-08-01 20:36:57', notAfter)).toBeNull();
  });

  it('is null for differences that no zone has', () => {
    expect(impliedOffsetMinutes('2026-08-02 02:34:56', notAfter)).toBe(840);
    expect(impliedOffsetMinutes('2026-08-02 02:49:56', notAfter)).toBeNull();
    expect(impliedOffsetMinutes('2026-08-01 00:34:56', notAfter)).toBe(-720);
    expect(impliedOffsetMinutes('2026-08-01 00:19:56', notAfter)).toBeNull();
    expect(impliedOffsetMinutes('2026-09-01 20:34:56', notAfter)).toBeNull();
  });

  it.each([
    '',
    'never',
    '2026-02-30 00:00:00',
    '2026-08-01 25:00:00',
    '2026-08-01 20:34:61',
    '0000-00-00 00:00:00',
  ])('is null for %j, which is no time', (text) => {
    expect(impliedOffsetMinutes(text, notAfter)).toBeNull();
    expect(serviceInstant(text, 480)).toBeNull();
  });
});

describe('majorityOffset', () => {
  const written = (offset: number, at = notAfter) => ({
    serviceNotAfter: formatInZone(new Date(at), offset),
    notAfter: at,
  });
  const zoneOf = (samples: readonly ZoneSample[]) =>
    majorityOffset(samples.map((sample) => impliedOffsetMinutes(sample.serviceNotAfter, sample.notAfter)));

  it('learns from a single order', () => {
    expect(zoneOf([written(480)])).toBe(480);
    expect(zoneOf([written(0)])).toBe(0);
  });

  it('ignores a minority of orders that disagree', () => {
    const outdated = { serviceNotAfter: formatInZone(new Date(notAfter - 30 * day), 480), notAfter };
    expect(zoneOf([written(480), outdated])).toBe(480);
    expect(zoneOf([written(480), written(480), written(330), outdated])).toBe(480);
  });

  it('learns nothing if no zone has a clear majority, as with daylight saving', () => {
    expect(zoneOf([])).toBeNull();
    expect(zoneOf([{ serviceNotAfter: 'never', notAfter }])).toBeNull();
    expect(zoneOf([written(60), written(120)])).toBeNull();
    expect(zoneOf([written(60), written(60), written(60), written(120), written(120)])).toBeNull();
  });
});

describe('serviceInstant', () => {
  it('uses a zone in the string itself', () => {
    expect(serviceInstant('2026-08-01T12:34:56Z', 480)).toBe(notAfter);
    expect(serviceInstant('2026-08-01T20:34:56+08:00', 0)).toBe(notAfter);
    expect(serviceInstant('2026-08-01 12:34:56.000Z', 0)).toBe(notAfter);
    expect(impliedOffsetMinutes('2026-08-01T12:34:56Z', notAfter)).toBeNull();
  });

  it('reads Unix times in seconds and milliseconds', () => {
    expect(serviceInstant(String(notAfter / 1000), 480)).toBe(notAfter);
    expect(serviceInstant(String(notAfter), 480)).toBe(notAfter);
  });
});

describe('disagreementMs', () => {
  it('is the signed difference in the learnt zone, or null', () => {
    expect(disagreementMs({ serviceNotAfter: '2026-08-01 20:34:56', notAfter }, 480)).toBeNull();
    expect(disagreementMs({ serviceNotAfter: '2026-08-01 20:34:00', notAfter }, 480)).toBeNull();
    expect(disagreementMs({ serviceNotAfter: '2026-08-01 12:34:56', notAfter }, 480)).toBe(-480 * minute);
    expect(disagreementMs({ serviceNotAfter: '2026-08-31 20:34:56', notAfter }, 480)).toBe(30 * day);
    expect(disagreementMs({ serviceNotAfter: 'never', notAfter }, 480)).toBeNull();
  });
});
