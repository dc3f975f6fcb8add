import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { issued, start, startInbox, stranger } from './inboxHarness.ts';

const first = await issued(-30, 60);
const second = await issued(-1, 89);
const older = await issued(-40, 80);
const otherNames = await issued(-1, 89, ['shop.example.com', 'www.shop.example.com']);
const forged = await issued(-1, 89, ['shop.example.com'], stranger);
const long = await issued(-1, 400);

/** An inbox with one push-only order, `push-1`, approved from its first delivery. */
async function approved() {
  const session = startInbox();
  await session.deliver('d1', first);
  expect(session.inbox.approve('d1').ok).toBe(true);
  session.changes.splice(0);
  return session;
}

describe('an approval', () => {
  it('is only asked for open deliveries', async () => {
    const { deliver, inbox, pushOrders, person } = startInbox();
    await deliver('d1', first);
    const declined = { ok: false, error: { kind: 'consent', reason: 'declined' } } as const;
    person.says = declined;
    expect(await inbox.askToApprove('d1')).toEqual(declined);
    expect(person.asked).toEqual(['d1']);
    expect(pushOrders.list()).toEqual([]);
    person.says = { ok: true, value: null };
    expect(await inbox.askToApprove('d1')).toEqual(person.says);
    expect(pushOrders.list()).toHaveLength(1);
    person.asked.length = 0;
    expect(await inbox.askToApprove('d1')).toEqual(person.says);
    expect(await inbox.askToApprove('gone')).toMatchObject({ error: { kind: 'unknownId' } });
    expect(person.asked).toEqual([]);
  });

  it('creates a push-only order for an unlinked name, with the certificate of the delivery', async () => {
    const { deliver, inbox, pushOrders, orderList, word, recordOf, time, changes } = startInbox();
    await deliver('d1', first);
    const at = time.clock.now();
    expect(inbox.approve('d1').ok).toBe(true);
    expect(word('d1')).toBe('accepted');
    expect(recordOf('d1').orderId).toBe('push-1');
    expect(pushOrders.list()).toMatchObject([
      {
        ...{ id: 'push-1', source: { kind: 'push', hookId: 'h1', name: 'shop' } },
        ...{ serviceName: 'shop', alias: null },
        ...{ fingerprint256: first.leaf.fingerprint256, notAfter: first.leaf.notAfter, failures: 0 },
        ...{ domains: ['shop.example.com'], lastConfirmedAt: at, lastAttemptAt: at, nextPollAt: null },
      },
    ]);
    expect(changes.flatMap(({ upserts }) => upserts)).toContain('push-1');
    expect(changes.flatMap(({ renewed }) => renewed)).toEqual([]);
    expect(orderList.addedAt('push-1')).toEqual(at);
    expect(orderList.addedAt('push-2')).toBeNull();
    expect(inbox.isMapped('h1', 'shop')).toBe(true);
  });

  it('of an unlinked name gives the delivery to the order that has this name', async () => {
    const { deliver, inbox, orderList, pushOrders, word, recordOf } = await approved();
    inbox.unmap('d1');
    await deliver('d2', second);
    expect(word('d2')).toBe('waiting unknownName');
    expect(inbox.approve('d2').ok).toBe(true);
    expect(pushOrders.list().map(({ id }) => id)).toEqual(['push-1']);
    expect(recordOf('d2')).toMatchObject({ orderId: 'push-1', verdict: { kind: 'accepted' } });
    expect(inbox.isMapped('h1', 'shop')).toBe(true);

    inbox.unmap('d2');
    orderList.remove(['push-1']);
    await deliver('d3', otherNames);
    expect(inbox.approve('d3').ok).toBe(true);
    expect(pushOrders.list().map(({ id }) => id)).toEqual(['push-1']);
  });

  it('settles the others of that name by its rules', async () => {
    const { deliver, inbox, word, pushOrders } = startInbox();
    await deliver('older', first);
    await deliver('d1', second);
    await deliver('forged', forged);
    await deliver('same', second);
    inbox.approve('d1');
    expect(pushOrders.get('push-1')?.fingerprint256).toBe(second.leaf.fingerprint256);
    expect(['older', 'd1', 'forged', 'same'].map(word)).toEqual([
      ...['superseded', 'accepted', 'waiting chainNotTrusted', 'accepted'],
    ]);
  });

  it('outranks earlier deliveries, but not later ones', async () => {
    const { deliver, inbox, word, changes, orderList } = startInbox();
    await deliver('before', long);
    await deliver('d1', older);
    inbox.approve('d1');
    expect(['before', 'd1'].map(word)).toEqual(['superseded', 'accepted']);
    expect(changes.flatMap(({ renewed }) => renewed)).toEqual([]);
    orderList.remove(['push-1']);
    await deliver('d2', older);
    await deliver('after', second);
    inbox.approve('d2');
    expect(['d2', 'after'].map(word)).toEqual(['superseded', 'accepted']);
  });

  it('does not override an untrusted chain', async () => {
    const { deliver, inbox, pushOrders, verdict } = startInbox();
    await deliver('d1', forged);
    expect(inbox.approve('d1').ok).toBe(true);
    expect(verdict('d1')).toMatchObject({ reason: { kind: 'chainNotTrusted' } });
    expect(pushOrders.get('push-1')).toMatchObject({ fingerprint256: null, notAfter: null });
  });

  it('overrides different names, and an older certificate', async () => {
    const { deliver, inbox, pushOrders, word, disk } = await approved();
    expect(await deliver('d2', otherNames)).toMatchObject({ reason: { kind: 'namesDiffer' } });
    inbox.approve('d2');
    expect(word('d1')).toBe('superseded');
    expect(word('d2')).toBe('accepted');
    expect(disk.orders.get('push-1')?.approvedNames).toEqual(otherNames.leaf.subjectAltNames);
    expect(await deliver('d3', older)).toMatchObject({ reason: { kind: 'namesDiffer' } });
    inbox.approve('d3');
    expect(word('d2')).toBe('superseded');
    expect(word('d3')).toBe('accepted');
    expect(pushOrders.get('push-1')?.notAfter).toBe(older.leaf.notAfter);
  });

  it('of an unacceptable delivery does not change the approved names', async () => {
    const { deliver, inbox, disk, verdict } = await approved();
    const foreign = await issued(-1, 89, ['evil.example.com'], stranger);
    await deliver('d2', foreign);
    expect(inbox.approve('d2').ok).toBe(true);
    expect(verdict('d2')).toMatchObject({ reason: { kind: 'chainNotTrusted' } });
    expect(disk.orders.get('push-1')?.approvedNames).toEqual(['shop.example.com']);
  });

  it('is refused for a pulled order, and for a settled or missing delivery', async () => {
    const { deliver, inbox, orders, names, pushOrders } = startInbox();
    orders.add('a');
    names.set('h1', 'shop', 'a');
    await deliver('d1', first);
    expect(inbox.approve('d1')).toMatchObject({ ok: false, error: { kind: 'invalidInput', field: 'name' } });
    inbox.discard(['d1']);
    for (const id of ['d1', 'none']) {
      expect(inbox.approve(id)).toEqual({ ok: false, error: { kind: 'unknownId' } });
    }
    expect(pushOrders.list()).toEqual([]);
  });

  it('changes nothing when the disk is full', async () => {
    const { deliver, inbox, disk, pushOrders, word } = startInbox();
    await deliver('d1', first);
    disk.isFull = true;
    expect(inbox.approve('d1')).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(word('d1')).toBe('waiting unknownName');
    expect(pushOrders.list()).toEqual([]);
  });
});

describe('a push-only order', () => {
  it('accepts a later leaf, fires the renewal, and keeps the previous one in its history', async () => {
    const { deliver, orderList, changes, word } = await approved();
    await deliver('d2', second);
    expect(word('d1')).toBe('superseded');
    expect(word('d2')).toBe('accepted');
    expect(changes).toEqual([
      {
        ...{ upserts: ['push-1'], removed: [], parts: new Set(['certificate', 'poll']) },
        renewed: [{ orderId: 'push-1', from: first.leaf.fingerprint256, to: second.leaf.fingerprint256 }],
      },
    ]);
    expect(orderList.details('push-1')).toMatchObject({
      ok: true,
      value: {
        ...{ leaf: second.leaf, chain: second.chain, serviceNotAfter: '2026-08-01 00:00:00' },
        serviceZoneOffsetMinutes: null,
        history: [
          { fingerprint256: second.leaf.fingerprint256, firstSeenAt: start + 1 },
          { fingerprint256: first.leaf.fingerprint256, firstSeenAt: start },
        ],
      },
    });
    expect(orderList.details('push-2')).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('accepts the same leaf again without an event', async () => {
    const { deliver, pushOrders, changes, word } = await approved();
    await deliver('d2', first);
    expect(word('d1')).toBe('accepted');
    expect(word('d2')).toBe('accepted');
    expect(changes.flatMap(({ renewed }) => renewed)).toEqual([]);
    expect(pushOrders.currentDelivery('push-1')?.id).toBe('d2');
    expect(pushOrders.isNeeded('d1')).toBe(false);
    expect(pushOrders.isNeeded('d2')).toBe(true);
  });

  it('accepts what a wrong clock kept from it once the clock is right, and is judged again', async () => {
    const { deliver, inbox, pushOrders, time, changes, word } = await approved();
    time.setNow(start + 3650 * DAY_MS);
    await deliver('d2', second);
    time.setNow(start - 3650 * DAY_MS);
    await deliver('d3', second);
    expect({ d2: word('d2'), d3: word('d3') }).toEqual({ d2: 'waiting expired', d3: 'waiting notYetValid' });
    time.setNow(start + DAY_MS);
    inbox.clockSet();
    expect({ d2: word('d2'), d3: word('d3') }).toEqual({ d2: 'accepted', d3: 'accepted' });
    expect(pushOrders.get('push-1')).toMatchObject({
      fingerprint256: second.leaf.fingerprint256,
      findings: [],
    });
    expect(changes.at(-1)?.upserts).toEqual(['push-1']);
  });

  it('is not changed by a delivery that breaks a rule', async () => {
    const { deliver, pushOrders, word } = await approved();
    const before = pushOrders.get('push-1');
    await deliver('d2', older);
    await deliver('d3', otherNames);
    await deliver('d4', forged);
    await deliver('d5', await issued(-60, -1));
    await deliver('d6', await issued(1, 99));
    expect(['d2', 'd3', 'd4', 'd5', 'd6'].map(word)).toEqual([
      'waiting olderLeaf',
      'waiting namesDiffer',
      'waiting chainNotTrusted',
      'waiting expired',
      'waiting notYetValid',
    ]);
    expect(pushOrders.get('push-1')).toEqual(before);
  });

  it('takes a delivery that is valid later by itself, five minutes before: clocks differ', async () => {
    const { deliver, inbox, pushOrders, time, word } = await approved();
    const later = await issued(1, 99);
    await deliver('d2', later);
    expect(word('d2')).toBe('waiting notYetValid');
    await time.advance(DAY_MS - 6 * MINUTE_MS);
    expect(word('d2')).toBe('waiting notYetValid');
    await time.advance(2 * MINUTE_MS);
    expect(word('d2')).toBe('accepted');
    expect(pushOrders.get('push-1')).toMatchObject({ fingerprint256: later.leaf.fingerprint256 });
    expect(inbox.waiting()).toEqual([]);
  });

  it('leaves a delivery alone that was discarded before it is valid', async () => {
    const { deliver, inbox, time, word } = await approved();
    await deliver('d2', await issued(1, 99));
    expect(inbox.discard(['d2'])).toMatchObject({ ok: true });
    await time.advance(2 * DAY_MS);
    expect(word('d2')).toBe('discarded');
  });

  it('settles concurrent deliveries one by one', async () => {
    const { keep, time, pushOrders, word, disk } = await approved();
    disk.verdictWrites.splice(0);
    keep([
      { id: 'd2', what: long },
      { id: 'd3', what: second },
    ]);
    await time.advance(1);
    expect(['d1', 'd2', 'd3'].map(word)).toEqual(['superseded', 'accepted', 'waiting olderLeaf']);
    expect(pushOrders.get('push-1')?.notAfter).toBe(long.leaf.notAfter);
    expect(disk.verdictWrites).toEqual([3]);
  });

  it('is the same after a restart', async () => {
    const { deliver, pushOrders, orderList, disk, orders } = await approved();
    await deliver('d2', second);
    orderList.setAlias('push-1', ' My shop ');
    const next = startInbox(disk, orders);
    expect(next.pushOrders.list()).toEqual(pushOrders.list());
    expect(next.pushOrders.get('push-1')?.alias).toBe('My shop');
    expect(await next.deliver('d3', older)).toMatchObject({ reason: { kind: 'olderLeaf' } });
  });

  it('refuses an invalid alias, and one for a missing order', async () => {
    const { orderList } = await approved();
    expect(orderList.setAlias('push-1', 'x'.repeat(201))).toMatchObject({
      error: { kind: 'invalidInput', field: 'alias', reason: 'tooLong' },
    });
    expect(orderList.setAlias('push-2', 'x')).toMatchObject({ error: { kind: 'unknownId' } });
  });

  it('keeps its certificate when its current delivery is discarded: only the key is deleted', async () => {
    const { deliver, inbox, recordOf, word } = await approved();
    await deliver('d2', second);
    inbox.discard(['d1', 'd2']);
    expect(word('d1')).toBe('discarded');
    expect(word('d2')).toBe('accepted');
    expect(recordOf('d2').key).toBe('gone');
    expect(await deliver('d3', first)).toMatchObject({ reason: { kind: 'olderLeaf' } });
  });

  it('can be linked to a second name', async () => {
    const { deliver, inbox, word, pushOrders } = await approved();
    await deliver('d2', second, 'shop2');
    expect(inbox.map('d2', 'push-1').ok).toBe(true);
    expect(word('d2')).toBe('accepted');
    expect(pushOrders.get('push-1')?.notAfter).toBe(second.leaf.notAfter);
  });
});

describe('a removed push-only order', () => {
  it('is like an unlinked name, and accepts the deliveries that waited when it is restored', async () => {
    const { deliver, pushOrders, orderList, inbox, word, recordOf, changes } = await approved();
    await deliver('d2', otherNames);
    expect(orderList.remove(['push-1', 'none']).ok).toBe(true);
    expect(changes.at(-1)).toMatchObject({ upserts: [], removed: ['push-1'], renewed: [] });
    expect(pushOrders.list()).toEqual([]);
    expect(pushOrders.get('push-1')).toBeNull();
    expect(pushOrders.currentDelivery('push-1')).toBeNull();
    expect(word('d2')).toBe('waiting unknownName');
    expect(recordOf('d2').orderId).toBeNull();
    await deliver('d3', second);
    expect(word('d3')).toBe('waiting unknownName');
    expect(inbox.isMapped('h1', 'shop')).toBe(false);
    expect(orderList.restore(['push-1']).ok).toBe(true);
    expect(word('d2')).toBe('waiting namesDiffer');
    expect(word('d3')).toBe('accepted');
    expect(orderList.restore(['push-1'])).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('is restored with its history when its name is approved again', async () => {
    const { deliver, pushOrders, orderList, inbox } = await approved();
    orderList.remove(['push-1']);
    await deliver('d2', second);
    inbox.approve('d2');
    expect(pushOrders.list().map(({ id }) => id)).toEqual(['push-1']);
    expect(orderList.details('push-1')).toMatchObject({ value: { history: [{}, {}] } });
  });

  it('is there after a start with a clock that is ahead', async () => {
    const { orderList, disk, orders } = await approved();
    orderList.remove(['push-1']);
    const ahead = startInbox(disk, orders, start + 31 * DAY_MS, start + DAY_MS);
    expect(ahead.pushOrders.stored('push-1')).not.toBeNull();
  });

  it('is gone after 30 days', async () => {
    const { deliver, orderList, disk, orders } = await approved();
    orderList.remove(['push-1']);
    const soon = startInbox(disk, orders, start + 30 * DAY_MS);
    expect(soon.pushOrders.stored('push-1')).not.toBeNull();
    await deliver('d2', second);
    const late = startInbox(disk, orders, start + 30 * DAY_MS + 10);
    expect(late.orderList.restore(['push-1'])).toEqual({ ok: false, error: { kind: 'unknownId' } });
    expect(late.word('d2')).toBe('waiting orderGone');
    late.inbox.approve('d2');
    expect(late.pushOrders.list()).toMatchObject([{ id: 'push-2' }]);
  });
});

describe('the histories of push-only orders', () => {
  it('contain the accepted leaves of existing orders', async () => {
    const { deliver, inbox, pushOrders, orderList } = await approved();
    await deliver('d2', second);
    const leaves = () => pushOrders.histories().get('push-1');
    expect(leaves()?.map(({ fingerprint256 }) => fingerprint256)).toEqual([
      second.leaf.fingerprint256,
      first.leaf.fingerprint256,
    ]);
    expect(inbox.discard(['d1']).ok).toBe(true);
    expect(orderList.remove(['push-1']).ok).toBe(true);
    expect(leaves()).toBeUndefined();
  });
});
