import { describe, expect, it } from 'vitest';
import { settlesWithin } from '#main/platform/time.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

describe('within', () => {
  it('reports that work ended in time', async () => {
    const { scheduler } = createFakeTime(0);
    expect(await settlesWithin(Promise.resolve(), 1000, scheduler)).toBe(true);
  });

  it('does not wait longer than the limit for work that hangs', async () => {
    const { scheduler, advance } = createFakeTime(0);
    const ended = settlesWithin(new Promise(() => undefined), 1000, scheduler);
    await advance(1000);
    expect(await ended).toBe(false);
  });

  it('rejects with the error of the work', async () => {
    const { scheduler } = createFakeTime(0);
    await expect(settlesWithin(Promise.reject(new Error('broken')), 1000, scheduler)).rejects.toThrow(
      'broken',
    );
  });
});
