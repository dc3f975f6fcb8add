import { describe, expect, it } from 'vitest';
import { INBOX_SHOWN_MAX } from '#shared/domain/delivery.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { FakePulledOrders, issued, startInbox, stranger } from './inboxHarness.ts';

const old = await issued(-60, 30);
const fresh = await issued(-1, 89);
const newer = await issued(0, 90);
const forged = await issued(-1, 200, ['shop.example.com'], stranger);
const offline = { kind: 'offline' } as const;

/** An inbox whose name `shop` means the pulled order `a`, which has the old leaf. */
function mapped() {
  const orders = new FakePulledOrders();
  orders.add('a', old.leaf);
  const session = startInbox(undefined, orders);
  session.names.set('h1', 'shop', 'a');
  return session;
}

/** The next session over what this one left. */
const restart = ({ disk, orders }: ReturnType<typeof startInbox>) => startInbox(disk, orders);

describe('a delivery with an unlinked name', () => {
  it('waits, without a poll and without a write', async () => {
    const { deliver, asked, disk } = startInbox();
    expect(await deliver('d1', fresh)).toEqual({ kind: 'waiting', reason: { kind: 'unknownName' } });
    expect(asked).toEqual([]);
    expect(disk.verdictWrites).toEqual([]);
  });

  it('is reconciled with the others of its name when the user links it, and later ones at once', async () => {
    const orders = new FakePulledOrders();
    orders.add('a', old.leaf);
    const { deliver, inbox, asked, word, recordOf } = startInbox(undefined, orders);
    await deliver('d1', fresh);
    await deliver('d2', newer);
    await deliver('other', fresh, 'mail');
    expect(inbox.map('d1', 'a').ok).toBe(true);
    expect(word('d1')).toBe('checking');
    expect(word('d2')).toBe('checking');
    expect(word('other')).toBe('waiting unknownName');
    expect(recordOf('d2').orderId).toBe('a');
    expect(asked).toEqual([['a']]);
    await deliver('d3', newer);
    expect(word('d3')).toBe('checking');
    expect(inbox.isMapped('h1', 'shop')).toBe(true);
    expect(inbox.isMapped('h1', 'mail')).toBe(false);
    expect(inbox.isMapped('h2', 'shop')).toBe(false);
  });

  it('cannot be linked to a missing order, and keeps its state when the disk is full', async () => {
    const { deliver, inbox, orders, disk, word } = startInbox();
    orders.add('a');
    await deliver('d1', fresh);
    expect(inbox.map('d1', 'b')).toEqual({ ok: false, error: { kind: 'unknownId' } });
    expect(inbox.map('d2', 'a')).toEqual({ ok: false, error: { kind: 'unknownId' } });
    disk.isFull = true;
    expect(inbox.map('d1', 'a')).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(word('d1')).toBe('waiting unknownName');
  });
});

describe('a delivery for a pulled order', () => {
  it('is checking at first, and confirmed when the service gives its leaf', async () => {
    const { keep, deliver, polled, verdict, word, asked, time, disk, recordOf } = mapped();
    keep([{ id: 'd1', what: fresh }]);
    expect(word('d1')).toBe('checking');
    await deliver('d2', fresh);
    expect(asked).toEqual([['a']]);
    await polled('a', fresh.leaf);
    const confirmed = { kind: 'confirmed', at: time.clock.now() };
    expect(verdict('d1')).toEqual(confirmed);
    expect(verdict('d2')).toEqual(confirmed);
    expect(disk.verdictWrites).toEqual([2]);
    expect(recordOf('d1').orderId).toBe('a');
    expect(disk.records.get('d1')?.verdict).toEqual(confirmed);
  });

  it('is not confirmed by an answer from before the delivery', async () => {
    const { deliver, orders, polled, word, time } = mapped();
    orders.polled('a', fresh.leaf, time.clock.now());
    await deliver('d1', fresh);
    orders.touch('a');
    expect(word('d1')).toBe('checking');
    await polled('a', old.leaf);
    expect(word('d1')).toBe('waiting leafDiffers');
  });

  it('is matched against a poll whatever the clock says', async () => {
    const { deliver, polled, word, time } = mapped();
    await deliver('d1', fresh);
    time.setNow(time.clock.now() - 400 * DAY_MS);
    await polled('a', fresh.leaf);
    expect(word('d1')).toBe('confirmed');
  });

  it('causes one poll, however many deliveries arrive at once', async () => {
    const { keep, time, asked, polled, disk, word } = mapped();
    const deliveries = Array.from({ length: 1000 }, (_, n) => ({ id: `d${n}`, what: forged }));
    for (const delivery of deliveries) keep([delivery]);
    await time.advance(1);
    keep([{ id: 'late', what: forged }]);
    await time.advance(1);
    expect(asked).toEqual([['a']]);
    await polled('a', old.leaf);
    expect(word('d0')).toBe('waiting leafDiffers');
    expect(word('d999')).toBe('waiting leafDiffers');
    expect(disk.verdictWrites).toEqual([1001]);
  });

  it('changes no order, whatever it carries', async () => {
    const { deliver, orders, polled } = mapped();
    const before = orders.get('a');
    await deliver('d1', forged);
    expect(orders.get('a')).toBe(before);
    await polled('a', old.leaf);
    expect(orders.get('a')?.fingerprint256).toBe(old.leaf.fingerprint256);
  });

  it('is polled again after 30 s, 2 min and 10 min when the service has another leaf, then only regularly', async () => {
    const { deliver, polled, word, asked, time } = mapped();
    await deliver('d1', fresh);
    await polled('a', old.leaf);
    for (const [index, delayMs] of [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS].entries()) {
      await time.advance(delayMs - 1);
      expect(asked).toHaveLength(1 + index);
      await time.advance(1);
      expect(asked).toHaveLength(2 + index);
      await polled('a', old.leaf);
      expect(word('d1')).toBe('waiting leafDiffers');
    }
    await time.advance(DAY_MS);
    expect(asked).toHaveLength(4);
    await polled('a', fresh.leaf);
    expect(word('d1')).toBe('confirmed');
    expect(time.pending()).toBe(0);
  });

  it('is superseded when the service has a newer leaf, before or after its confirmation', async () => {
    const { deliver, polled, orders, word } = mapped();
    await deliver('d1', fresh);
    await polled('a', newer.leaf);
    expect(word('d1')).toBe('superseded');
    await deliver('d2', newer);
    await polled('a', newer.leaf);
    expect(word('d2')).toBe('confirmed');
    const last = await issued(1, 91);
    orders.renewed('a', newer.leaf, last.leaf);
    expect(word('d2')).toBe('superseded');
    await deliver('d3', last);
    await polled('a', last.leaf);
    orders.renewed('another', last.leaf, newer.leaf);
    expect(word('d3')).toBe('confirmed');
  });

  it('waits with the reason when a poll fails, and is matched against later answers', async () => {
    const { deliver, polled, verdict, word } = mapped();
    await deliver('d1', fresh);
    await polled('a', offline);
    expect(verdict('d1')).toEqual({ kind: 'waiting', reason: { kind: 'notAsked', error: offline } });
    await polled('a', { kind: 'timeout', phase: 'total' });
    expect(verdict('d1')).toMatchObject({ reason: { error: { kind: 'timeout' } } });
    await polled('a', fresh.leaf);
    expect(word('d1')).toBe('confirmed');
  });

  it('waits with a reason after two minutes without a poll, and can still be confirmed', async () => {
    const { deliver, polled, verdict, word, time } = mapped();
    await deliver('d1', fresh);
    await time.advance(2 * MINUTE_MS);
    expect(verdict('d1')).toEqual({ kind: 'waiting', reason: { kind: 'notAsked', error: null } });
    await polled('a', fresh.leaf);
    expect(word('d1')).toBe('confirmed');
  });

  it('waits when its order is removed, and is checked again when the order is restored', async () => {
    const { deliver, orders, polled, word, asked } = mapped();
    await deliver('d1', fresh);
    const row = orders.remove('a');
    expect(word('d1')).toBe('waiting orderGone');
    expect(await deliver('d2', fresh)).toEqual({ kind: 'waiting', reason: { kind: 'orderGone' } });
    if (row !== null) orders.restore(row);
    expect(word('d1')).toBe('checking');
    expect(word('d2')).toBe('checking');
    expect(asked).toEqual([['a'], ['a']]);
    await polled('a', fresh.leaf);
    expect(word('d1')).toBe('confirmed');
    expect(word('d2')).toBe('confirmed');
  });

  it('is shown as confirmed even if that cannot be stored, which is logged, and checked again after a restart', async () => {
    const session = mapped();
    await session.deliver('d1', fresh);
    session.disk.isFull = true;
    await session.polled('a', fresh.leaf);
    expect(session.word('d1')).toBe('confirmed');
    expect(session.lines).toMatchObject([{ level: 'warn', fields: { error: 'storage' } }]);
    session.disk.isFull = false;
    const next = restart(session);
    expect(next.word('d1')).toBe('checking');
    expect(next.asked).toEqual([['a']]);
  });
});

describe('after a restart', () => {
  it('deliveries being checked, or whose poll failed, are polled once', async () => {
    const session = mapped();
    await session.deliver('d1', fresh);
    await session.polled('a', offline);
    await session.deliver('d2', fresh);
    const next = restart(session);
    expect(next.word('d1')).toBe('checking');
    expect(next.word('d2')).toBe('checking');
    expect(next.asked).toEqual([['a']]);
    await next.polled('a', fresh.leaf);
    expect(next.word('d1')).toBe('confirmed');
    expect(next.word('d2')).toBe('confirmed');
  });

  it('a leaf that the service gave meanwhile confirms a delivery that differed', async () => {
    const session = mapped();
    await session.deliver('d1', fresh);
    await session.polled('a', old.leaf);
    session.inbox.dispose();
    await session.polled('a', fresh.leaf);
    expect(session.word('d1')).toBe('waiting leafDiffers');
    const next = restart(session);
    expect(next.word('d1')).toBe('confirmed');
    expect(next.asked).toEqual([]);
  });

  it('a delivery that differed still differs, and is matched against the next answer', async () => {
    const session = mapped();
    await session.deliver('d1', fresh);
    await session.polled('a', old.leaf);
    const next = restart(session);
    expect(next.word('d1')).toBe('waiting leafDiffers');
    expect(next.asked).toEqual([]);
    await next.polled('a', fresh.leaf);
    expect(next.word('d1')).toBe('confirmed');
  });

  it('a leaf from before does not confirm a delivery that is linked only now', async () => {
    const session = mapped();
    await session.deliver('d1', fresh);
    await session.polled('a', old.leaf);
    session.orders.add('b', fresh.leaf);
    // The crash comes between the name and the verdict.
    session.names.set('h1', 'shop', 'b');
    const next = restart(session);
    expect(next.word('d1')).toBe('checking');
    expect(next.asked).toEqual([['b']]);
  });

  it('a disposed inbox changes no verdict', async () => {
    const session = mapped();
    await session.deliver('d1', fresh);
    session.inbox.dispose();
    await session.polled('a', fresh.leaf);
    session.keep([{ id: 'd2', what: fresh }]);
    await session.time.advance(HOUR_MS);
    expect(session.word('d1')).toBe('checking');
    expect(session.word('d2')).toBe('waiting unknownName');
    expect(session.time.pending()).toBe(0);
  });
});

describe('the user', () => {
  it('unlinks a name: its open deliveries wait', async () => {
    const { deliver, polled, inbox, word, recordOf } = mapped();
    await deliver('d1', fresh);
    await polled('a', fresh.leaf);
    await deliver('d2', newer);
    expect(inbox.unmap('d1').ok).toBe(true);
    expect(word('d1')).toBe('confirmed');
    expect(word('d2')).toBe('waiting unknownName');
    expect(recordOf('d1').orderId).toBe('a');
    expect(recordOf('d2').orderId).toBeNull();
    expect(inbox.unmap('none')).toEqual({ ok: false, error: { kind: 'unknownId' } });
    await polled('a', newer.leaf);
    expect(word('d2')).toBe('waiting unknownName');
  });

  it('removes a hook: its links are gone', async () => {
    const { deliver, inbox, word } = mapped();
    await deliver('d1', fresh);
    inbox.hookRemoved('h2');
    expect(word('d1')).toBe('checking');
    inbox.hookRemoved('h1');
    expect(word('d1')).toBe('waiting unknownName');
  });

  it('requests another poll', async () => {
    const { deliver, polled, inbox, word, asked } = mapped();
    await deliver('d1', fresh);
    await polled('a', old.leaf);
    expect(inbox.recheck('d1').ok).toBe(true);
    expect(word('d1')).toBe('checking');
    expect(asked).toEqual([['a'], ['a']]);
    await polled('a', fresh.leaf);
    inbox.recheck('d1');
    expect(word('d1')).toBe('confirmed');
    expect(asked.length).toBe(2);
    expect(inbox.recheck('none')).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('discards deliveries and deletes their keys', async () => {
    const { deliver, polled, inbox, word, recordOf } = mapped();
    await deliver('d1', fresh);
    await deliver('d2', newer);
    expect(inbox.discard(['d1', 'none']).ok).toBe(true);
    await polled('a', fresh.leaf);
    expect(word('d1')).toBe('discarded');
    expect(recordOf('d1').key).toBe('gone');
    expect(word('d2')).toBe('waiting leafDiffers');
    expect(recordOf('d2').key).toBe('vault');
    expect(inbox.discard(['none'])).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('discards nothing when the disk is full', async () => {
    const { deliver, inbox, disk, word, recordOf } = mapped();
    await deliver('d1', fresh, 'mail');
    disk.isFull = true;
    expect(inbox.discard(['d1'])).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(word('d1')).toBe('waiting unknownName');
    expect(recordOf('d1').key).toBe('vault');
  });
});

describe('what is shown', () => {
  it('starts with waiting ones, newest first, and contains no certificate', async () => {
    const { deliver, polled, inbox } = mapped();
    await deliver('settled', fresh);
    await polled('a', fresh.leaf);
    await deliver('wait1', fresh, 'mail');
    await deliver('checking', fresh);
    await deliver('wait2', fresh, 'mail');
    expect(inbox.list().map(({ id }) => id)).toEqual(['wait2', 'wait1', 'checking', 'settled']);
    expect(inbox.waiting().map(({ id }) => id)).toEqual(['wait1', 'wait2']);
    expect(inbox.open().map(({ id }) => id)).toEqual(['wait1', 'checking', 'wait2']);
    for (const view of [...inbox.list(), ...inbox.open(), ...inbox.waiting()]) {
      expect(Object.keys(view)).not.toContain('pem');
      expect(Object.keys(view)).not.toContain('chain');
    }
  });

  it('is limited, and fires when it changes', async () => {
    const { keep, inbox, time, polled } = mapped();
    let shown: readonly string[] = [];
    inbox.onDidChange(() => {
      shown = inbox.list().map(({ verdict }) => verdict.kind);
    });
    keep([{ id: 'd1', what: fresh }]);
    expect(shown).toEqual(['checking']);
    await time.advance(1);
    await polled('a', fresh.leaf);
    expect(shown).toEqual(['confirmed']);
    keep(Array.from({ length: 600 }, (_, n) => ({ id: `x${n}`, what: fresh, name: 'mail' })));
    expect(shown).toHaveLength(INBOX_SHOWN_MAX);
    expect(inbox.counts()).toEqual({ all: 601, waiting: inbox.waiting().length });
  });
});
