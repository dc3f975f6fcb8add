import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  disagreementMs,
  fixedZone,
  impliedOffsetMinutes,
  inferZone,
  offsetOf,
  serviceInstant,
  type ZoneSample,
  zoneVote,
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
        expect(serviceInstant(text, fixedZone(offset))).toBe(at);
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
    expect(serviceInstant(text, fixedZone(480))).toBeNull();
  });
});

describe('inferZone', () => {
  const written = (offset: number, at = notAfter) => ({
    serviceNotAfter: formatInZone(new Date(at), offset),
    notAfter: at,
  });
  const zoneOf = (samples: readonly ZoneSample[]) => inferZone(samples.map(zoneVote));

  it('learns from a single order', () => {
    expect(zoneOf([written(480)])).toEqual(fixedZone(480));
    expect(zoneOf([written(0)])).toEqual(fixedZone(0));
  });

  it('ignores a minority of orders that disagree', () => {
    const outdated = { serviceNotAfter: formatInZone(new Date(notAfter - 30 * day), 480), notAfter };
    expect(zoneOf([written(480), outdated])).toEqual(fixedZone(480));
    expect(zoneOf([written(480), written(480), written(330), outdated])).toEqual(fixedZone(480));
  });

  it('learns nothing if no zone has a clear majority, also of offsets that one season cannot have both', () => {
    expect(zoneOf([])).toBeNull();
    expect(zoneOf([{ serviceNotAfter: 'never', notAfter }])).toBeNull();
    expect(zoneOf([written(60), written(120)])).toBeNull();
    expect(zoneOf([written(60), written(60), written(60), written(120), written(120)])).toBeNull();
    expect(zoneOf([written(60), written(480)])).toBeNull();
  });

  /** As a program with the data of the system writes it. */
  const writerIn = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return (at: number): ZoneSample => ({ serviceNotAfter: format.format(at), notAfter: at });
  };
  const inBerlin = writerIn('Europe/Berlin');

  it.each([
    ['Europe/Berlin', 60, 120],
    ['America/New_York', -300, -240],
    ['Africa/Cairo', 120, 180],
    ['Asia/Jerusalem', 120, 180],
    ['Australia/Sydney', 600, 660],
    ['Australia/Lord_Howe', 630, 660],
    ['Pacific/Auckland', 720, 780],
    ['America/Santiago', -240, -180],
  ])('knows both offsets of %s, and that no order of any day disagrees', (timeZone, standard, summer) => {
    const days = Array.from({ length: 365 }, (_, index) => Date.UTC(2027, 0, 1, 12) + index * day);
    const samples = days.map(writerIn(timeZone));
    const zone = zoneOf(samples);
    expect(zone).toMatchObject({ standard, summer });
    if (zone === null) return;
    for (const sample of samples) {
      const { serviceNotAfter, notAfter: at } = sample;
      expect(disagreementMs(sample, zone)).toBeNull();
      expect(offsetOf(zone, serviceNotAfter, at)).toBe(impliedOffsetMinutes(serviceNotAfter, at));
    }
  });

  it('guesses the offset of an order without a certificate by its season', () => {
    const [winter, summer] = [Date.UTC(2027, 0, 15), Date.UTC(2027, 6, 15)];
    const zone = zoneOf([inBerlin(winter), inBerlin(summer)]);
    expect(zone).not.toBeNull();
    if (zone === null) return;
    expect(serviceInstant('2027-01-20 12:00:00', zone)).toBe(Date.UTC(2027, 0, 20, 11));
    expect(serviceInstant('2027-07-20 12:00:00', zone)).toBe(Date.UTC(2027, 6, 20, 10));
    expect(offsetOf(zone, '2027-07-20 12:00:00', null)).toBe(120);
  });

  it('still sees an hour of difference that no season explains, and a day in any', () => {
    const [winter, summer] = [Date.UTC(2027, 0, 15), Date.UTC(2027, 6, 15)];
    const zone = zoneOf([inBerlin(winter), inBerlin(summer)]);
    expect(zone).not.toBeNull();
    if (zone === null) return;
    expect(disagreementMs(written(120, winter), zone)).toBe(60 * minute);
    expect(disagreementMs({ ...written(120, summer), notAfter: summer + day }, zone)).toBe(-day);
  });
});

describe('serviceInstant', () => {
  it('uses a zone in the string itself', () => {
    expect(serviceInstant('2026-08-01T12:34:56Z', fixedZone(480))).toBe(notAfter);
    expect(serviceInstant('2026-08-01T20:34:56+08:00', fixedZone(0))).toBe(notAfter);
    expect(serviceInstant('2026-08-01 12:34:56.000Z', fixedZone(0))).toBe(notAfter);
    expect(impliedOffsetMinutes('2026-08-01T12:34:56Z', notAfter)).toBeNull();
  });

  it('reads Unix times in seconds and milliseconds', () => {
    expect(serviceInstant(String(notAfter / 1000), fixedZone(480))).toBe(notAfter);
    expect(serviceInstant(String(notAfter), fixedZone(480))).toBe(notAfter);
  });
});

describe('disagreementMs', () => {
  it('is the signed difference in the learnt zone, or null', () => {
    expect(disagreementMs({ serviceNotAfter: '2026-08-01 20:34:56', notAfter }, fixedZone(480))).toBeNull();
    expect(disagreementMs({ serviceNotAfter: '2026-08-01 20:34:00', notAfter }, fixedZone(480))).toBeNull();
    expect(disagreementMs({ serviceNotAfter: '2026-08-01 12:34:56', notAfter }, fixedZone(480))).toBe(
      -480 * minute,
    );
    expect(disagreementMs({ serviceNotAfter: '2026-08-31 20:34:56', notAfter }, fixedZone(480))).toBe(
      30 * day,
    );
    expect(disagreementMs({ serviceNotAfter: 'never', notAfter }, fixedZone(480))).toBeNull();
  });
});
