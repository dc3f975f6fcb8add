import { describe, expect, it } from 'vitest';
import { OrderIndex } from '#main/orders/list/orderIndex.ts';
import { createFakeRepository } from '#test/unit/orders/polling/fakes.ts';
import { facts, record } from '#test/unit/storage/records.ts';

function setUp(...ids: string[]) {
  const repository = createFakeRepository(ids.map((id) => record(id)));
  const read: string[] = [];
  const index = new OrderIndex({
    outlines: () => repository.outlines(),
    load: () => {
      read.push('all');
      return repository.load();
    },
    read: (ids) => {
      read.push(ids.join(' '));
      return repository.read(ids);
    },
  });
  return { index, read, repository };
}

describe('OrderIndex', () => {
  it('reads a record when it is asked for, once', () => {
    const { index, read } = setUp('a', 'b', 'c');
    expect([...index.facts()]).toHaveLength(3);
    expect(read).toEqual([]);
    expect(index.row('b')).toMatchObject({ id: 'b', source: { rid: 'rid-b' } });
    expect(index.find('a', 'rid-b')?.id).toBe('b');
    expect(index.find('b', 'rid-a')).toBeNull();
    expect(index.row('x')).toBeNull();
    expect(read).toEqual(['b']);
    expect(new Set([...index.facts()].map(({ id }) => id))).toEqual(new Set(['a', 'b', 'c']));
  });

  it('has the facts of one order without reading its record, the same before and after it is read', () => {
    const repository = createFakeRepository([record('a', { leaf: facts('a.example') })]);
    const read: string[] = [];
    const index = new OrderIndex({
      ...repository,
      read: (ids) => {
        read.push(...ids);
        return repository.read(ids);
      },
    });
    const before = index.fact('a');
    expect(before?.fingerprint256).toBe(facts('a.example').fingerprint256);
    expect(index.fact('x')).toBeNull();
    expect(read).toEqual([]);
    expect(index.row('a')).toMatchObject(before ?? expect.fail('no facts'));
    expect(index.fact('a')).toMatchObject(before ?? {});
  });

  it('has no facts of a removed order', () => {
    const repository = createFakeRepository([record('gone', { removedAt: 1 })]);
    const index = new OrderIndex(repository);
    expect(index.fact('gone')).toBeNull();
    expect(index.record('gone')?.removedAt).toBe(1);
    expect(index.fact('gone')).toBeNull();
  });

  it('reads all others together, and keeps the order in which they were added', () => {
    const { index, read } = setUp('a', 'b', 'c');
    const known = index.record('b');
    expect(index.rows().map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(index.record('b')).toBe(known);
    index.rows();
    index.record('c');
    expect(read).toEqual(['b', 'all']);
  });

  it('keeps changes from before the others were read, also those that could not be stored', () => {
    const { index, repository } = setUp('a', 'b');
    index.put([record('b', { alias: 'Shop' })]);
    index.put([record('new')]);
    repository.stored.set('a', record('a', { alias: 'stored' }));
    expect(index.rows().map(({ id, alias }) => [id, alias])).toEqual([
      ['a', 'stored'],
      ['b', 'Shop'],
      ['new', null],
    ]);
  });

  it('forgets a connection, with records that were not read', () => {
    const repository = createFakeRepository([
      record('a'),
      record('gone', { removedAt: 5 }),
      record('other', { connectionId: 'b' }),
    ]);
    const index = new OrderIndex(repository);
    expect(index.forgetConnection('a')).toEqual(['a']);
    for (const id of ['a', 'gone']) repository.stored.delete(id);
    expect(index.rows().map(({ id }) => id)).toEqual(['other']);
    expect(index.record('a')).toBeNull();
  });
});
