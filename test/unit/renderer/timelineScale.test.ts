import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  setZoom,
  spanOf,
  stepZoom,
  useTimelineStore,
  zooms,
} from '#renderer/features/timeline/timelineStore.ts';
import { extentOf, momentAt, rangeOf, timeScale, xOf } from '#renderer/features/timeline/timeScale.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { NOW } from './orderRows.ts';

const days = (from: number, to: number) => ({ from: NOW + from * DAY_MS, to: NOW + to * DAY_MS });
/** The year 9999, in which some certificates expire. */
const FOR_EVER = Date.UTC(9999, 11, 31, 23, 59, 59);

describe('a time scale', () => {
  const scale = timeScale(days(0, 100), 10 / DAY_MS);

  it('maps days from left to right', () => {
    expect(scale.width).toBe(1000);
    expect(xOf(scale, NOW + 25 * DAY_MS)).toBe(250);
    expect(momentAt(scale, 250)).toBe(NOW + 25 * DAY_MS);
  });

  it('clamps moments outside of its range', () => {
    expect(xOf(scale, 0)).toBe(0);
    expect(xOf(scale, FOR_EVER)).toBe(1000);
    expect(momentAt(scale, -5)).toBe(scale.from);
    expect(momentAt(scale, 5000)).toBe(scale.to);
  });

  it('maps a position back to its moment, to the millisecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 42 }),
        fc.integer({ min: 1, max: 50 * 366 * DAY_MS }),
        fc.double({ min: 0.1, max: 500, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (from, length, pxPerDay, part) => {
          const wide = timeScale({ from, to: from + length }, pxPerDay / DAY_MS);
          const moment = from + Math.floor(length * part);
          expect(Math.abs(momentAt(wide, xOf(wide, moment)) - moment)).toBeLessThan(1);
        },
      ),
    );
  });

  it('keeps the order of moments', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        expect(xOf(scale, NOW + early)).toBeLessThanOrEqual(xOf(scale, NOW + late));
      }),
    );
  });

  it('gives every period a visible part inside the scale', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: FOR_EVER }), fc.integer({ min: 0, max: FOR_EVER }), (a, b) => {
        const { left, width } = extentOf(scale, { from: Math.min(a, b), to: Math.max(a, b) });
        expect(width).toBeGreaterThanOrEqual(3);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(scale.width + 1e-6);
      }),
    );
  });
});

describe('the range of the timeline', () => {
  const span = spanOf('month');

  it('includes all certificates and today, with padding', () => {
    const { from, to } = rangeOf([days(-90, -1), days(-30, 60)], NOW, span);
    expect(from).toBe(NOW - 90 * DAY_MS - span / 4);
    expect(to).toBe(NOW + 60 * DAY_MS + span / 4);
  });

  it('includes today and the time after it if everything is past or there is nothing', () => {
    for (const periods of [[], [days(-400, -300)]]) {
      const { from, to } = rangeOf(periods, NOW, span);
      expect(from).toBeLessThan(NOW);
      expect(to).toBeGreaterThanOrEqual(NOW + span / 2);
    }
  });

  it('is limited', () => {
    const { from, to } = rangeOf([{ from: 0, to: FOR_EVER }], NOW, span);
    expect(new Date(from).getUTCFullYear()).toBe(2016);
    expect(new Date(to).getUTCFullYear()).toBe(2066);
  });
});

describe('the zoom', () => {
  it('changes by one step and stops at the ends', () => {
    const stepped = (step: -1 | 1) =>
      zooms.map((zoom) => {
        setZoom(zoom);
        stepZoom(step);
        return useTimelineStore.getState().zoom;
      });
    expect(stepped(-1)).toEqual(['week', 'week', 'month']);
    expect(stepped(1)).toEqual(['month', 'year', 'year']);
  });
});
