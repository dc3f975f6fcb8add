import { describe, expect, it } from 'vitest';
import { exportDelivery, pulled, pushed } from './deliveringService.ts';
import { delivered, untilVerdict } from './receiving.ts';
import { until } from './testApp.ts';

describe('the export of a delivery', () => {
  it('writes the delivered key, and deletes it from the vault', async () => {
    const { service, test, deliver, order, mapped } = await pulled();
    await mapped();
    const { material } = await service.renew('shop');
    await deliver('Second');
    const { id } = await untilVerdict(test, 'Second', 'confirmed');
    expect((await exportDelivery(test, order()?.id ?? '', id)).trim()).toBe(material.key.trim());
    await until(() => delivered(test, 'Second')?.key === 'exported');
    expect(delivered(test, 'First')?.key).toBe('vault');
  });

  it('of a push-only order does the same, and the order keeps its certificate', async () => {
    const { service, test, row } = await pushed();
    const { material, fingerprint256 } = service.order('shop');
    const { id } = delivered(test, 'First') ?? { id: '' };
    expect((await exportDelivery(test, row()?.id ?? '', id)).trim()).toBe(material.key.trim());
    await until(() => delivered(test, 'First')?.key === 'exported');
    expect(row()?.fingerprint256).toBe(fingerprint256);
  });
});
