import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  coarseTickText,
  fineTickText,
  nextStart,
  startOf,
  ticksIn,
  unitsFor,
} from '#renderer/features/timeline/ticks.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { chinese, english } from './translators.ts';

const zone = process.env['TZ'];
const local = (...date: [number, number, number?, number?]) =>
  new Date(...(date as [number, number])).getTime();

describe('ticks by the calendar of the machine', () => {
  beforeAll(() => {
    process.env['TZ'] = 'Europe/Berlin';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('count a day of 23 and of 25 hours as one', () => {
    const spring = ticksIn('day', { from: local(2026, 2, 28, 12), to: local(2026, 2, 30, 12) });
    expect(spring.map((tick) => new Date(tick).getHours())).toEqual([0, 0, 0]);
    expect(spring.map((tick) => new Date(tick).getDate())).toEqual([28, 29, 30]);
    expect((spring[2] ?? 0) - (spring[1] ?? 0)).toBe(23 * HOUR_MS);
    const autumn = local(2026, 9, 25);
    expect(nextStart('day', autumn) - autumn).toBe(25 * HOUR_MS);
  });

  it('start weeks on Monday, also across a change of the clock', () => {
    const monday = startOf('week', local(2026, 9, 25, 23));
    expect(new Date(monday).toDateString()).toBe('Mon Oct 19 2026');
    expect(new Date(nextStart('week', monday)).toDateString()).toBe('Mon Oct 26 2026');
    expect(startOf('week', monday)).toBe(monday);
  });

  it('go from the end of a month to the start of the next one', () => {
    const ticks = ticksIn('month', { from: local(2027, 11, 31), to: local(2028, 2, 1) });
    expect(ticks).toEqual([local(2027, 11), local(2028, 0), local(2028, 1), local(2028, 2)]);
    expect(startOf('month', local(2028, 1, 29, 23))).toBe(local(2028, 1));
  });

  it('start quarters and years on their first day', () => {
    expect(startOf('quarter', local(2026, 10, 20))).toBe(local(2026, 9));
    expect(nextStart('quarter', local(2026, 9))).toBe(local(2027, 0));
    expect(startOf('year', local(2026, 11, 31, 23))).toBe(local(2026, 0));
    expect(nextStart('year', local(2026, 0))).toBe(local(2027, 0));
  });

  it('pass a midnight that the clock skips', () => {
    process.env['TZ'] = 'Asia/Beirut';
    const from = local(2026, 2, 28);
    const ticks = ticksIn('day', { from, to: from + 3 * DAY_MS });
    expect(ticks.map((tick) => new Date(tick).getDate())).toEqual([28, 29, 30, 31]);
    process.env['TZ'] = 'Europe/Berlin';
  });

  it('are as fine as their labels fit', () => {
    const units = [120, 30, 12, 2.5, 0.6, 0.1].map((pxPerDay) => unitsFor(pxPerDay / DAY_MS).fine);
    expect(units).toEqual(['day', 'day', 'week', 'month', 'quarter', 'year']);
  });

  it('are in the language of the app', () => {
    const day = local(2026, 10, 20);
    expect(fineTickText('day', day, 120, 'en', english)).toBe('Fri 20');
    expect(fineTickText('day', day, 30, 'zh-CN', chinese)).toBe('20');
    expect(fineTickText('week', day, 90, 'en', english)).toBe('20 Nov');
    expect(fineTickText('month', day, 60, 'zh-CN', chinese)).toBe('11月');
    expect(fineTickText('quarter', day, 60, 'en', english)).toBe('Q4');
    expect(coarseTickText('month', 'day', day, 'en')).toBe('November 2026');
    expect(coarseTickText('year', 'month', day, 'zh-CN')).toBe('2026年');
    expect(coarseTickText('year', 'year', day, 'en')).toBe('');
  });
});
