import { describe, expect, it } from 'vitest';
import { pushed } from './deliveringService.ts';
import { untilVerdict } from './receiving.ts';
import { okValue, serviceFor, until } from './testApp.ts';

describe('a delivery for a push-only order', () => {
  it('is approved once, and then accepted with the approved names', async () => {
    const { service, deliver, test, row } = await pushed();
    expect(row()).toMatchObject({
      source: { kind: 'push', name: 'Shop' },
      domains: ['shop.example'],
      failure: null,
    });
    const renewed = await service.renew('shop', { days: 90 });
    await deliver('Second');
    await untilVerdict(test, 'Second', 'accepted');
    await untilVerdict(test, 'First', 'superseded');
    await until(() => row()?.fingerprint256 === renewed.fingerprint256);
    expect(service.requests).toEqual([]);
    // On a busy machine the first delivery waits long enough for a notification.
    const renewals = () => test.desktop.notified.filter(({ title }) => title === 'Shop was renewed');
    await until(() => renewals().length > 0);
    expect(renewals()).toHaveLength(1);
    const { history } = okValue(await test.call('orders:details', row()?.id ?? ''));
    expect(history).toHaveLength(2);
  });

  it('waits with different names, an older certificate, or an untrusted chain, and changes nothing', async () => {
    const { service, deliver, test, row } = await pushed();
    const before = row();
    await service.addOrder({
      rid: 'more',
      name: 'Shop',
      domains: ['shop.example', 'evil.example'],
      days: 80,
    });
    await deliver('More', 'more');
    expect((await untilVerdict(test, 'More', 'namesDiffer')).verdict).toMatchObject({
      reason: { added: ['evil.example'], missing: [] },
    });
    await service.addOrder({ rid: 'back', name: 'Shop', domains: ['shop.example'], days: 30 });
    await deliver('Back', 'back');
    await untilVerdict(test, 'Back', 'olderLeaf');
    const stranger = await serviceFor({ orders: 0 });
    await stranger.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'], days: 90 });
    await deliver('Strange', 'shop', stranger);
    await untilVerdict(test, 'Strange', 'chainNotTrusted');
    await service.addOrder({ rid: 'old', name: 'Shop', domains: ['shop.example'], days: -1 });
    await deliver('Old', 'old');
    await untilVerdict(test, 'Old', 'expired');
    expect(row()).toEqual(before);
  });

  it('with different names is accepted if the user approves it, but not without a trusted chain', async () => {
    const { service, deliver, approve, test, row } = await pushed();
    const stranger = await serviceFor({ orders: 0 });
    await stranger.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'], days: 90 });
    await deliver('Strange', 'shop', stranger);
    await untilVerdict(test, 'Strange', 'chainNotTrusted');
    await approve('Strange');
    await untilVerdict(test, 'Strange', 'chainNotTrusted');
    const { fingerprint256 } = await service.addOrder({
      ...{ rid: 'more', name: 'Shop', days: 30 },
      domains: ['a.example', 'b.example'],
    });
    await deliver('More', 'more');
    await untilVerdict(test, 'More', 'namesDiffer');
    await approve('More');
    await untilVerdict(test, 'More', 'accepted');
    await until(() => row()?.fingerprint256 === fingerprint256);
    expect(row()?.domains).toEqual(['a.example', 'b.example']);
  });
});
