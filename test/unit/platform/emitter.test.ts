import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '#main/platform/emitter.ts';
import { handleUnexpected } from '#main/platform/errors.ts';

describe('Emitter', () => {
  it('calls listeners at once, in the order of their subscription', () => {
    const emitter = new Emitter<number>('test');
    const heard: string[] = [];
    emitter.event((value) => heard.push(`first ${value}`));
    emitter.event((value) => heard.push(`second ${value}`));
    emitter.fire(1);
    expect(heard).toEqual(['first 1', 'second 1']);
  });

  it('keeps two subscriptions of one function apart', () => {
    const emitter = new Emitter<number>('test');
    const heard: number[] = [];
    const listener = (value: number) => heard.push(value);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    expect(heard).toEqual([1, 1, 2]);
  });

  it('lets a listener subscribe and unsubscribe while it is called', () => {
    const emitter = new Emitter<number>('test');
    const heard: string[] = [];
    const own = emitter.event((value) => {
      heard.push(`once ${value}`);
      own.dispose();
      emitter.event((later) => heard.push(`later ${later}`));
    });
    emitter.event((value) => heard.push(`always ${value}`));
    emitter.fire(1);
    emitter.fire(2);
    expect(heard).toEqual(['once 1', 'always 1', 'always 2', 'later 2']);
  });

  it('calls the other listeners if one throws, and reports the failure once', () => {
    const reported: unknown[] = [];
    const handling = handleUnexpected((error, source) => reported.push([error, source]));
    onTestFinished(() => handling.dispose());
    const emitter = new Emitter<number>('test');
    const heard: string[] = [];
    const bug = new Error('SENTINEL');
    emitter.event((value) => heard.push(`first ${value}`));
    emitter.event(() => {
      throw bug;
    });
    emitter.event((value) => heard.push(`last ${value}`));
    expect(() => emitter.fire(1)).not.toThrow();
    expect(heard).toEqual(['first 1', 'last 1']);
    expect(reported).toEqual([[bug, 'test']]);
  });
});
