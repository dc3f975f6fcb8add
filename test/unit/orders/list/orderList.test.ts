import { describe, expect, it } from 'vitest';
import { OrderList } from '#main/orders/list/orderList.ts';
import type { OrdersChange, RowOverlay } from '#main/orders/list/orderSource.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { createService, full, success } from './serviceHarness.ts';

/** A list of two sources, with notes that can be changed. */
function createList() {
  const [first, second] = [createService(), createService()];
  first.service.add('a', 'one two');
  const list = new OrderList([first.service, second.service], first.time.confirmedClock);
  const notes = new Map<string, string>();
  const noted = new Emitter<readonly string[]>('orderList.noted');
  const overlay: RowOverlay = {
    part: 'annotation',
    fields: { note: ({ id }) => notes.get(id) ?? '' },
    onDidChange: noted.event,
  };
  list.add(overlay);
  const changes: OrdersChange[] = [];
  list.onDidChange('all', (change) => changes.push(change));
  const note = (id: string, text: string) => {
    notes.set(id, text);
    noted.fire([id]);
  };
  return { ...first, second: second.service, list, note, changes };
}

describe('the list of orders', () => {
  it('has the rows of all sources, each the same until it changes', () => {
    const { list, service, note } = createList();
    const [one, two] = list.list();
    expect(list.list()).toHaveLength(2);
    expect(list.get('order-1')).toBe(one);
    note('order-1', 'Ask first');
    expect(list.get('order-1')).toMatchObject({ id: 'order-1', note: 'Ask first', tags: [], lead: null });
    expect(list.get('order-2')).toBe(two);
    service.apply([success('order-2', 'leaf')]);
    expect(list.get('order-2')).toMatchObject({ commonName: 'leaf', note: '' });
    expect(list.get('unknown')).toBeNull();
  });

  it('says which parts of which orders changed, to those who care', () => {
    const { list, service, note, changes } = createList();
    const polls: OrdersChange[] = [];
    list.onDidChange(['existence', 'poll'], (change) => polls.push(change));
    list.setAlias('order-1', 'Shop');
    note('order-2', 'Ask first');
    expect(changes).toEqual([
      { upserts: ['order-1'], removed: [], renewed: [], parts: new Set(['name']) },
      { upserts: ['order-2'], removed: [], renewed: [], parts: new Set(['annotation']) },
    ]);
    expect(polls).toEqual([]);
    service.apply([success('order-1', 'leaf')]);
    list.remove(['order-1']);
    expect(polls.map(({ parts }) => [...parts].sort())).toEqual([['certificate', 'poll'], ['existence']]);
  });

  it('lets overlays follow the changes that they name, before its listeners', () => {
    const { list, service } = createList();
    let lead = 0;
    list.add({
      part: 'deployment',
      follows: ['name'],
      fields: { note: () => `${lead}` },
      ordersChanged: () => {
        lead += 1;
        return true;
      },
    });
    const seen: unknown[] = [];
    list.onDidChange(['deployment'], ({ parts }) => seen.push([list.get('order-1')?.note, [...parts]]));
    list.setAlias('order-1', 'Shop');
    expect(seen).toEqual([['1', ['name', 'deployment']]]);
    service.apply([success('order-1', 'leaf')]);
    expect(lead).toBe(1);
  });

  it('removes, restores and renames the orders of any source', () => {
    const { list, second, repository } = createList();
    const unknown = { ok: false, error: { kind: 'unknownId' } };
    expect(list.setAlias('unknown', 'x')).toEqual(unknown);
    expect(list.details('unknown')).toEqual(unknown);
    expect(list.setAlias('order-2', 'Shop').ok).toBe(true);
    expect(list.addedAt('order-2')).toBe(0);
    expect(list.remove(['order-1', 'unknown']).ok).toBe(true);
    expect(list.list().map(({ id, alias }) => [id, alias])).toEqual([['order-2', 'Shop']]);
    expect(list.restore(['order-2'])).toEqual(unknown);
    expect(list.restore(['order-1', 'unknown'])).toEqual({ ok: true, value: null });
    expect(list.restore(['order-1'])).toEqual(unknown);
    repository.failWith(full);
    expect(list.remove(['order-1'])).toEqual({ ok: false, error: full });
    expect(second.list()).toEqual([]);
  });
});

describe('aliases', () => {
  it('are trimmed, and removed by a blank text', () => {
    const { service, list, changes } = createService();
    service.add('a', 'one');
    list.setAlias('order-1', '  Web shop  ');
    expect(service.get('order-1')?.alias).toBe('Web shop');
    expect(changes.at(-1)?.parts).toEqual(new Set(['name']));
    list.setAlias('order-1', '   ');
    expect(service.get('order-1')?.alias).toBeNull();
  });

  it.each([
    ['a line break', 'a\nb', 'controlCharacters'],
    ['a direction override', 'a\u202Eb', 'controlCharacters'],
    ['more than a name', 'x'.repeat(201), 'tooLong'],
  ])('refuse %s', (_, alias, reason) => {
    const { service, list } = createService();
    service.add('a', 'one');
    expect(list.setAlias('order-1', alias)).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field: 'alias', reason },
    });
  });

  it('and confirmations change a row as the next start reads it', () => {
    const { service, list, repository } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'leaf', { serviceNotAfter: '2027-06-30 08:00:00' })]);
    const before = service.get('order-1');
    list.setAlias('order-1', 'Shop');
    service.apply([{ kind: 'unchanged', orderId: 'order-1', at: 2000, nextPollAt: 2500 }]);
    service.writeConfirmations(1);
    const row = service.get('order-1');
    expect(row).toEqual({
      ...before,
      ...{ alias: 'Shop', lastConfirmedAt: 2000, lastAttemptAt: 2000, nextPollAt: 2500 },
    });
    expect(createService(repository).service.get('order-1')).toEqual(row);
  });

  it('need an order', () => {
    expect(createService().list.setAlias('unknown', 'x')).toEqual({
      ok: false,
      error: { kind: 'unknownId' },
    });
  });
});
