import { describe, expect, it } from 'vitest';
import { formatInZone, parseZone } from '#test/service/zones.ts';

describe('formatInZone', () => {
  const instant = new Date('2026-12-31T20:15:09.900Z');

  it.each([
    ['UTC+8, over the end of the year', 480, '2027-01-01 04:15:09'],
    ['UTC', 0, '2026-12-31 20:15:09'],
    ['half an hour west of UTC', -570, '2026-12-31 10:45:09'],
  ])('writes the clock of %s', (_name, offset, written) => {
    expect(formatInZone(instant, offset)).toBe(written);
  });
});

describe('parseZone', () => {
  it.each([
    ['+08:00', 480],
    ['+8', 480],
    ['UTC+5:30', 330],
    ['-0930', -570],
    ['utc', 0],
    ['Z', 0],
    ['+14:00', 840],
  ])('reads %s', (text, minutes) => {
    expect(parseZone(text)).toBe(minutes);
  });

  it.each(['', '8', '+14:01', '+08:60', 'Asia/Shanghai', '+08:00 '])('refuses "%s"', (text) => {
    expect(parseZone(text)).toBeUndefined();
  });
});
