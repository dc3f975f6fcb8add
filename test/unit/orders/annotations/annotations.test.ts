import { describe, expect, it } from 'vitest';
import { type AnnotationRepository, Annotations } from '#main/orders/annotations/annotations.ts';
import type { Annotation } from '#shared/domain/annotation.ts';
import { err, ok } from '#shared/result.ts';

const storage = err({ kind: 'storage', reason: 'full', detail: '' } as const);

function setUp({
  stored = {},
  fails = false,
}: {
  stored?: Record<string, Annotation>;
  fails?: boolean;
} = {}) {
  const saved: [string, Annotation][] = [];
  const repository: AnnotationRepository = {
    load: () => new Map(Object.entries(stored)),
    save: (annotations) => {
      if (fails) return storage;
      saved.push(...annotations);
      return ok(null);
    },
  };
  const annotations = new Annotations(repository, (id) => id !== 'gone');
  const changed: string[] = [];
  annotations.onDidChange((ids) => changed.push(...ids));
  return { annotations, saved, changed };
}

describe('Annotations', () => {
  it('are none of orders that do not exist', () => {
    const { annotations, saved } = setUp();
    expect(annotations.set('gone', 'prod', '')).toEqual(err({ kind: 'unknownId' }));
    expect(annotations.tag(['gone'], ['prod'], [])).toEqual(err({ kind: 'unknownId' }));
    expect(annotations.tag(['gone', 'a'], ['prod'], [])).toEqual(ok(null));
    expect(saved).toEqual([['a', { tags: ['prod'], note: '', thresholds: null }]]);
  });

  it('store what was read, and say which order changed', () => {
    const { annotations, saved, changed } = setUp();
    expect(annotations.set('a', ' prod,Prod', ' Ask first \r\n')).toEqual(ok(null));
    expect(saved).toEqual([['a', { tags: ['prod'], note: 'Ask first', thresholds: null }]]);
    expect(annotations.of('a').note).toBe('Ask first');
    expect(annotations.of('b').note).toBe('');
    expect(changed).toEqual(['a']);
  });

  it('stay as they were when the input is invalid or cannot be stored', () => {
    const { annotations, changed } = setUp({
      stored: { a: { tags: ['prod'], note: 'Kept', thresholds: null } },
      fails: true,
    });
    expect(annotations.set('a', 'x'.repeat(51), '')).toMatchObject({ error: { field: 'tags' } });
    expect(annotations.set('a', '', 'x'.repeat(2001))).toMatchObject({ error: { field: 'note' } });
    expect(annotations.set('a', '', '')).toBe(storage);
    expect(annotations.of('a').tags).toEqual(['prod']);
    expect(annotations.of('a').note).toBe('Kept');
    expect(changed).toEqual([]);
  });

  it('change tags of several orders, all or none of them, and keep notes and spellings', () => {
    const { annotations, saved, changed } = setUp({
      stored: {
        a: { tags: ['Prod', 'old'], note: 'Kept', thresholds: null },
        b: { tags: ['old'], note: '', thresholds: null },
      },
    });
    expect(annotations.tag(['a', 'b'], ['prod', 'web'], ['OLD'])).toEqual(ok(null));
    expect(saved).toEqual([
      ['a', { tags: ['Prod', 'web'], note: 'Kept', thresholds: null }],
      ['b', { tags: ['prod', 'web'], note: '', thresholds: null }],
    ]);
    expect(changed).toEqual(['a', 'b']);
    const many = Array.from({ length: 19 }, (_unused, index) => `t${index}`);
    annotations.set('b', 'one', '');
    expect(annotations.tag(['b', 'a'], many, [])).toMatchObject({
      error: { field: 'tags', reason: 'tooMany' },
    });
    expect(annotations.of('b').tags).toEqual(['one']);
  });

  it('have thresholds of those of the orders that exist, which changes of tags and notes keep', () => {
    const { annotations, changed } = setUp();
    const thresholds = { warning: '45d', critical: '10%' };
    expect(annotations.setThresholds(['gone'], thresholds)).toEqual(err({ kind: 'unknownId' }));
    expect(annotations.setThresholds(['gone', 'a', 'b'], thresholds)).toEqual(ok(null));
    expect(changed).toEqual(['a', 'b']);
    annotations.set('a', 'prod', 'Note');
    annotations.tag(['a'], ['web'], []);
    expect(annotations.of('a')).toEqual({ tags: ['prod', 'web'], note: 'Note', thresholds });
    annotations.setThresholds(['a'], null);
    expect(annotations.of('a')).toEqual({ tags: ['prod', 'web'], note: 'Note', thresholds: null });
  });
});
