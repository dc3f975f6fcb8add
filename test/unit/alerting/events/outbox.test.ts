import { describe, expect, it } from 'vitest';
import { type Attempt, Outbox, type OutboxItem } from '#main/alerting/events/outbox.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { renewedEvent } from '#test/support/alertEvents.ts';
import { FakeOutboxRepository, fakeOutbox } from '#test/support/fakeOutbox.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

function setUp(repository = new FakeOutboxRepository(), time = createFakeTime()) {
  const { logger, lines } = createRecordingLogger();
  const tries: OutboxItem[] = [];
  const answer: { now: Attempt | Promise<Attempt> } = { now: 'sent' };
  const jumped = new Emitter<void>('outbox.test');
  const outbox = new Outbox({
    ...fakeOutbox(time, logger, repository, jumped.event),
    delaysMs: [0, MINUTE_MS, HOUR_MS],
    attempt: async (item) => {
      tries.push(item);
      return await answer.now;
    },
  });
  const titles = () => tries.map(({ event }) => event.title);
  return { outbox, jumped, repository, time, tries, titles, answer, lines };
}

describe('an outbox', () => {
  it('stores an event before it is tried, and removes it once it was sent', async () => {
    const { outbox, repository, time, titles, answer } = setUp();
    const { promise, resolve } = Promise.withResolvers<Attempt>();
    answer.now = promise;
    outbox.start();
    outbox.queue(renewedEvent('a'));
    outbox.queue(renewedEvent('b'));
    await time.advance(0);
    expect(titles()).toEqual(['a']);
    expect(repository.items.size).toBe(2);
    expect(outbox.isBusy).toBe(true);
    resolve('sent');
    await time.advance(0);
    await outbox.settled();
    expect(titles()).toEqual(['a', 'b']);
    expect(repository.items.size).toBe(0);
    expect(outbox.waiting()).toEqual({ count: 0, nextAt: null });
  });

  it('tries nothing before it is started, and then what a former session left, with the same id', async () => {
    const former = setUp();
    former.outbox.queue(renewedEvent('a'));
    await former.time.advance(0);
    former.outbox.dispose();
    const { outbox, time, tries } = setUp(former.repository);
    await time.advance(HOUR_MS);
    expect(tries).toEqual([]);
    outbox.start();
    await time.advance(0);
    expect(tries).toMatchObject([{ id: '1', event: { title: 'a' } }]);
  });

  it('repeats what failed by its schedule, also over a restart, and then gives it up', async () => {
    const former = setUp();
    former.answer.now = 'failed';
    former.outbox.start();
    former.outbox.queue(renewedEvent('a'));
    await former.time.advance(0);
    expect(former.outbox.waiting()).toEqual({ count: 1, nextAt: former.time.clock.now() + MINUTE_MS });
    await former.time.advance(MINUTE_MS - 1);
    expect(former.tries).toHaveLength(1);
    await former.time.advance(1);
    expect(former.tries).toHaveLength(2);
    former.outbox.dispose();
    const { outbox, time, tries, answer, lines, repository } = setUp(former.repository, former.time);
    answer.now = 'failed';
    outbox.start();
    await time.advance(HOUR_MS - 1);
    expect(tries).toEqual([]);
    await time.advance(1);
    expect(tries).toMatchObject([{ id: '1', failures: 2 }]);
    expect(repository.items.size).toBe(0);
    expect(JSON.stringify(lines)).toContain('given up');
    await time.advance(DAY_MS);
    expect(tries).toHaveLength(1);
  });

  it('does not let a failing event delay the others', async () => {
    const { outbox, time, titles, answer } = setUp();
    answer.now = 'failed';
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(0);
    answer.now = 'sent';
    outbox.queue(renewedEvent('b'));
    await time.advance(0);
    expect(titles()).toEqual(['a', 'b']);
  });

  it('does not count a try that was not possible, and tries all at once when it is', async () => {
    const { outbox, time, tries, answer } = setUp();
    answer.now = 'later';
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(HOUR_MS);
    expect(tries.length).toBe(13);
    expect(tries.at(-1)?.failures).toBe(0);
    answer.now = 'sent';
    outbox.tryAll();
    await time.advance(0);
    expect(tries.length).toBe(14);
    expect(outbox.waiting().count).toBe(0);
  });

  it('keeps an event while the clock is years ahead, and tries it again once it is right', async () => {
    const time = createFakeTime();
    const from = time.clock.now();
    const confirmed = { ...time.confirmedClock, now: () => from + time.passed() };
    const { outbox, jumped, answer, repository, titles } = setUp(undefined, {
      ...time,
      confirmedClock: confirmed,
    });
    answer.now = 'failed';
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(0);
    time.setNow(from + 3650 * DAY_MS);
    jumped.fire();
    await time.advance(0);
    expect({ sent: titles().length, waiting: repository.items.size }).toEqual({ sent: 2, waiting: 1 });
    answer.now = 'sent';
    time.setNow(from);
    await time.advance(HOUR_MS);
    expect({ sent: titles().length, waiting: repository.items.size }).toEqual({ sent: 3, waiting: 0 });
  });

  it('keeps an event of a time when the confirmed clock was late', async () => {
    const time = createFakeTime();
    let lateMs = 10 * DAY_MS;
    const confirmedClock = { ...time.confirmedClock, now: () => time.clock.now() - lateMs };
    const { outbox, answer, repository } = setUp(undefined, { ...time, confirmedClock });
    answer.now = 'failed';
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(0);
    lateMs = 0;
    await time.advance(HOUR_MS);
    expect(repository.items.size).toBe(1);
  });

  it('keeps an event for three days at most', async () => {
    const { outbox, time, answer, repository, lines } = setUp();
    answer.now = 'later';
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(3 * DAY_MS);
    expect(repository.items.size).toBe(1);
    const told: number[] = [];
    outbox.onDidChange(() => told.push(outbox.waiting().count));
    await time.advance(10 * MINUTE_MS);
    expect(repository.items.size).toBe(0);
    expect(told.at(-1)).toBe(0);
    expect(JSON.stringify(lines)).toContain('too old');
  });

  it('queues a thousand events at most', async () => {
    const { outbox, time, repository, lines } = setUp();
    for (let index = 0; index <= 1000; index += 1) outbox.queue(renewedEvent(`${index}`));
    await time.advance(0);
    expect(repository.items.size).toBe(1000);
    expect(JSON.stringify(lines)).toContain('too many wait');
  });

  it('tries at once what waits because the clock was set back', async () => {
    const { outbox, jumped, time, tries, answer } = setUp();
    answer.now = 'failed';
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(0);
    time.setNow(time.clock.now() - 10 * DAY_MS);
    jumped.fire();
    await time.advance(0);
    expect(tries).toHaveLength(2);
  });

  it('tries a test event once, before the others, and never stores it', async () => {
    const { outbox, time, titles, answer, repository } = setUp();
    answer.now = 'failed';
    outbox.queue(renewedEvent('a'));
    outbox.queue(renewedEvent('test', true));
    await time.advance(0);
    expect([...repository.items.values()].map(({ event }) => event.title)).toEqual(['a']);
    outbox.start();
    await time.advance(0);
    expect(titles()).toEqual(['test', 'a']);
    await time.advance(DAY_MS);
    expect(titles().filter((title) => title === 'test')).toHaveLength(1);
  });

  it('tries an event that cannot be stored all the same', async () => {
    const { outbox, time, titles, repository, lines } = setUp();
    repository.isFull = true;
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(0);
    expect(titles()).toEqual(['a']);
    expect(JSON.stringify(lines)).toContain('not stored');
  });

  it('leaves what was stopped for the next start, and forgets what is cleared meanwhile', async () => {
    const { outbox, time, repository, answer } = setUp();
    const { promise, resolve } = Promise.withResolvers<Attempt>();
    answer.now = promise;
    outbox.start();
    outbox.queue(renewedEvent('a'));
    await time.advance(0);
    outbox.dispose();
    resolve('stopped');
    await outbox.settled();
    expect([...repository.items.values()]).toMatchObject([{ failures: 0 }]);
    const again = setUp(repository);
    const waits = Promise.withResolvers<Attempt>();
    again.answer.now = waits.promise;
    again.outbox.start();
    await again.time.advance(0);
    again.outbox.clear();
    waits.resolve('failed');
    await again.outbox.settled();
    expect(again.outbox.waiting().count).toBe(0);
    expect(repository.items.size).toBe(0);
  });
});
