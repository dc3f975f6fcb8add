import { describe, expect, it } from 'vitest';
import { judge, type SoakSample } from '#bench/soak/bounds.ts';

/** A minute with sixty deliveries, six of them renewals. */
const sample = (minute: number, fields: Partial<SoakSample> = {}): SoakSample => ({
  ...{ minute, delivered: 60 * minute, refused: 0, renewed: 6 * minute, slowestMs: 20, polls: 15 * minute },
  ...{ openMs: 150, heapMb: 20, memoryMb: 220, descriptors: 95, threads: 36, handles: 16, databaseMb: 2 },
  ...{ walMb: 1, logBytes: 178, overdueS: 0, processorS: minute, ...fields },
});

/** @param minutes how long the run was. @param fields what else a minute has */
const broken = (minutes: number, fields: (minute: number) => Partial<SoakSample>) =>
  judge(Array.from({ length: minutes }, (_, index) => sample(index + 1, fields(index + 1)))).flatMap(
    ({ name, isKept }) => (isKept ? [] : [name]),
  );

describe('the soak', () => {
  it('accepts what stays flat, and growth with the deliveries that are kept', () => {
    expect(broken(1, () => ({}))).toEqual([]);
    expect(broken(60, () => ({}))).toEqual([]);
    expect(
      broken(120, (minute) => ({
        heapMb: 20 + 0.2 * Math.min(minute, 84),
        databaseMb: 2 + 0.3 * Math.min(minute, 100),
      })),
    ).toEqual([]);
  });

  it.each([
    { name: 'heap, MB', fields: (minute: number) => ({ heapMb: 20 + minute }) },
    { name: 'memory of main, MB', fields: (minute: number) => ({ memoryMb: 220 + 2 * minute }) },
    { name: 'descriptors', fields: (minute: number) => ({ descriptors: 95 + minute }) },
    { name: 'handles', fields: (minute: number) => ({ handles: 16 + minute }) },
    { name: 'database, MB', fields: (minute: number) => ({ databaseMb: 2 + minute }) },
    { name: 'late polls, s', fields: (minute: number) => ({ overdueS: minute === 30 ? 60 : 0 }) },
    { name: 'log, bytes', fields: (minute: number) => ({ logBytes: 178 + 100 * minute }) },
  ])('names what grows each minute: $name', ({ name, fields }) => {
    expect(broken(60, fields)).toContain(name);
  });

  it('does not take growth that goes on after the most deliveries are kept', () => {
    expect(broken(600, (minute) => ({ heapMb: 20 + 0.2 * minute }))).toContain('heap, MB');
  });

  it('does not take a state of the last minutes for a single busy one', () => {
    expect(broken(60, (minute) => ({ descriptors: minute === 60 ? 200 : 95 }))).toEqual([]);
    expect(broken(60, (minute) => ({ descriptors: minute > 55 ? 200 : 95 }))).toEqual(['descriptors']);
  });

  it('holds every minute against the bounds of the write-ahead log, and every refused delivery', () => {
    expect(broken(60, (minute) => ({ walMb: minute === 30 ? 8 : 1 }))).toEqual(['write-ahead log, MB']);
    expect(broken(60, (minute) => ({ walMb: 10, databaseMb: 9 + minute / 60 }))).toEqual([]);
    expect(broken(60, (minute) => ({ refused: minute > 30 ? 1 : 0 }))).toEqual(['refused deliveries']);
  });
});
