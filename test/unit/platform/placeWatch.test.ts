import { describe, expect, it } from 'vitest';
import { Emitter } from '#main/platform/emitter.ts';
import { Language } from '#main/platform/language.ts';
import { PlaceWatch } from '#main/platform/placeWatch.ts';
import { formatDayTime } from '#shared/i18n/format.ts';

/** A system whose place the test changes, and a language that follows it. */
function setUp() {
  const system = { timeZone: 'UTC', region: 'GB' };
  const told = new Emitter<void>('test.told');
  const asked = new Emitter<void>('test.asked');
  const language = new Language(['en'], 'system', system.region);
  const moves: string[] = [];
  language.onDidMove(({ timeZone, region }) => moves.push(`${timeZone} ${region}`));
  const watch = new PlaceWatch({
    timeZone: { read: () => system.timeZone, watch: (changed) => told.event(changed) },
    region: () => system.region,
    language,
    asks: [asked.event],
  });
  return { system, told, asked, language, moves, watch };
}

describe('PlaceWatch', () => {
  it('follows a zone that the system tells of, also in formats that were used before', () => {
    const { system, told, language, moves } = setUp();
    const noon = Date.UTC(2026, 10, 26, 12);
    formatDayTime(noon, language.locale);
    system.timeZone = 'Asia/Shanghai';
    told.fire();
    expect(moves).toEqual(['Asia/Shanghai GB']);
    expect(formatDayTime(noon, language.locale)).toBe('26 Nov 2026, 20:00');
    system.timeZone = 'America/New_York';
    told.fire();
    expect(formatDayTime(noon, language.locale)).toBe('26 Nov 2026, 07:00');
  });

  it('asks for zone and region where the system tells nothing', () => {
    const { system, asked, language, moves } = setUp();
    Object.assign(system, { timeZone: 'America/New_York', region: 'US' });
    expect(moves).toEqual([]);
    asked.fire();
    expect(moves).toEqual(['America/New_York US']);
    expect(formatDayTime(Date.UTC(2026, 10, 26, 12), language.locale)).toMatch(/^Nov 26, 2026, 7:00.AM$/u);
  });

  it('keeps silent while nothing changes, and after its end', () => {
    const { system, told, asked, moves, watch } = setUp();
    told.fire();
    asked.fire();
    watch.dispose();
    system.timeZone = 'Asia/Shanghai';
    told.fire();
    asked.fire();
    expect(moves).toEqual([]);
  });
});
