import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '#main/platform/emitter.ts';
import { handleUnexpected } from '#main/platform/errors.ts';

describe('Emitter', () => {
  it('calls listeners at once, in the order of their subscription', () => {
    const emitter = new Emitter<number>('test');
    const received: string[] = [];
    emitter.event((value) => received.push(`first ${value}`));
    emitter.event((value) => received.push(`second ${value}`));
    emitter.fire(1);
    expect(received).toEqual(['first 1', 'second 1']);
  });

  it('keeps two subscriptions of one function apart', () => {
    const emitter = new Emitter<number>('test');
    const received: number[] = [];
    const listener = (value: number) => received.push(value);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    expect(received).toEqual([1, 1, 2]);
  });

  it('lets a listener subscribe and unsubscribe while it is called', () => {
    const emitter = new Emitter<number>('test');
    const received: string[] = [];
    const own = emitter.event((value) => {
      received.push(`once ${value}`);
      own.dispose();
      emitter.event((later) => received.push(`later ${later}`));
    });
    emitter.event((value) => received.push(`always ${value}`));
    emitter.fire(1);
    emitter.fire(2);
    expect(received).toEqual(['once 1', 'always 1', 'always 2', 'later 2']);
  });

  it('calls the other listeners if one throws, and reports the failure once', () => {
    const reported: unknown[] = [];
    const handling = handleUnexpected((error, source) => reported.push([error, source]));
    onTestFinished(() => handling.dispose());
    const emitter = new Emitter<number>('test');
    const received: string[] = [];
    const bug = new Error('SENTINEL');
    emitter.event((value) => received.push(`first ${value}`));
    emitter.event(() => {
      throw bug;
    });
    emitter.event((value) => received.push(`last ${value}`));
    expect(() => emitter.fire(1)).not.toThrow();
    expect(received).toEqual(['first 1', 'last 1']);
    expect(reported).toEqual([[bug, 'test']]);
  });
});
