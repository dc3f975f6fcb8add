import { describe, expect, it } from 'vitest';
import { Consent, type ConsentQuestion } from '#main/platform/consent/consent.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

const question: ConsentQuestion = {
  title: 'Really?',
  text: 'This is so.',
  facts: ['Host: h:1'],
  agree: 'Yes',
};

function setUp() {
  const time = createFakeTime();
  const state = { agrees: async () => true, isFocused: true, boxes: [] as string[] };
  const consent = new Consent(
    {
      confirm: ({ title, detail, agree }) => {
        state.boxes.push(`${title} | ${detail} | ${agree}`);
        return state.agrees();
      },
      isWindowFocused: () => state.isFocused,
    },
    time.clock,
  );
  return { ...time, state, ask: consent.ask };
}

const declined = err({ kind: 'consent', reason: 'declined' });

describe('a consent', () => {
  it('is the answer of the user to a dialog with all details', async () => {
    const { ask, state } = setUp();
    expect(await ask({ ...question, next: 'Then that.' })).toEqual(ok(null));
    state.agrees = async () => false;
    expect(await ask(question)).toEqual(declined);
    expect(state.boxes).toEqual([
      'Really? | This is so.\n\nHost: h:1\n\nThen that. | Yes',
      'Really? | This is so.\n\nHost: h:1 | Yes',
    ]);
  });

  it('is not possible for texts too long to read: more than 12 lines or 600 characters', async () => {
    const { ask, state } = setUp();
    const tooLong = err({ kind: 'consent', reason: 'tooLong' });
    expect(await ask({ ...question, facts: Array(13).fill('x') })).toEqual(tooLong);
    expect(await ask({ ...question, facts: ['x'.repeat(300), 'x'.repeat(301)] })).toEqual(tooLong);
    expect(state.boxes).toEqual([]);
    expect(await ask({ ...question, facts: Array(12).fill('x'.repeat(50)) })).toEqual(ok(null));
  });

  it('is requested only while the window has the focus', async () => {
    const { ask, state } = setUp();
    state.isFocused = false;
    expect(await ask(question)).toEqual(err({ kind: 'consent', reason: 'notFocused' }));
    expect(state.boxes).toEqual([]);
  });

  it('shows one dialog at a time', async () => {
    const { ask, state } = setUp();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    state.agrees = () => promise;
    const first = ask(question);
    expect(await ask(question)).toEqual(err({ kind: 'consent', reason: 'otherQuestion' }));
    resolve(true);
    expect(await first).toEqual(ok(null));
    expect(await ask(question)).toEqual(ok(null));
  });

  it('can be requested again after a dialog that could not be shown', async () => {
    const { ask, state } = setUp();
    state.agrees = async () => {
      throw new TypeError('no box');
    };
    await expect(ask(question)).rejects.toThrow('no box');
    state.agrees = async () => true;
    expect(await ask(question)).toEqual(ok(null));
  });
});

describe('a user who declined', () => {
  it('twice is not asked for a minute, and again after each further refusal', async () => {
    const { ask, state, advance } = setUp();
    state.agrees = async () => false;
    expect(await ask(question)).toEqual(declined);
    expect(await ask(question)).toEqual(declined);
    await advance(59_000);
    expect(await ask(question)).toEqual(err({ kind: 'tooOften', waitMs: 1000 }));
    await advance(1000);
    expect(await ask(question)).toEqual(declined);
    expect(await ask(question)).toEqual(err({ kind: 'tooOften', waitMs: 60_000 }));
    expect(state.boxes).toHaveLength(3);
  });

  it('may decline twice again after agreeing, or after ten minutes without a question', async () => {
    const { ask, state, advance } = setUp();
    const answers = [false, true, false, false];
    state.agrees = async () => answers.shift() ?? false;
    for (const _ of [1, 2, 3]) await ask(question);
    expect(await ask(question)).toEqual(declined);
    await advance(600_000);
    expect(await ask(question)).toEqual(declined);
    expect(await ask(question)).toEqual(declined);
    expect(await ask(question)).toMatchObject({ error: { kind: 'tooOften' } });
  });
});
