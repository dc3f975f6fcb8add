import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualLead } from '#shared/domain/renewal.ts';
import { secretsOf } from './secretTraces.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

describe('the inventory', () => {
  it('has a lead time for each order from its first leaf, and another one after its renewal, also after a restart', async () => {
    const service = await serviceFor({ orders: 2 });
    const userData = temporaryFolder();
    const test = await startTestApp({ userData });
    await connect(test, service);
    const [rid = ''] = service.rids;
    const first = test.order(rid);
    const lifetime = (first?.notAfter ?? 0) - (first?.notBefore ?? 0);
    expect(first?.lead).toEqual({ leadMs: Math.floor(lifetime / 3), renewals: 0 });

    const renewed = await service.renew(rid);
    await test.call('orders:sync', null);
    await until(() => test.order(rid)?.fingerprint256 === renewed.fingerprint256);
    const spans = okValue(await test.call('timeline:spans', [first?.id ?? '']));
    expect(spans.fingerprint256).toHaveLength(2);
    const rows = spans.orderId.map((_, index) => ({
      fingerprint256: spans.fingerprint256[index] ?? '',
      notBefore: spans.notBefore[index] ?? 0,
      notAfter: spans.notAfter[index] ?? 0,
      firstSeenAt: spans.firstSeenAt[index] ?? 0,
    }));
    const lead = usualLead(rows);
    expect(test.order(rid)?.lead).toEqual(lead);
    expect(okValue(await test.call('timeline:spans', null)).orderId).toHaveLength(3);

    await test.quit();
    const again = await startTestApp({ userData, secretProcess: test.desktop.secretProcess });
    expect(again.order(rid)?.lead).toEqual(lead);
  });

  it('is saved to a chosen file and copied, without a secret', async () => {
    const service = await serviceFor({ orders: 3 });
    const test = await startTestApp();
    await connect(test, service);
    const folder = temporaryFolder();
    const files: string[] = [];
    const save = async (name: string, saved: Promise<unknown>) => {
      expect(await saved).toEqual({ ok: true, value: name });
      files.push(readFileSync(join(folder, name), 'utf8'));
    };
    for (const format of ['json', 'csv', 'markdown'] as const) {
      test.desktop.choices.chooseReportFile = join(folder, `report.${format}`);
      await save(`report.${format}`, test.call('report:save', { format }));
      expect(await test.call('report:copy', { format })).toEqual({ ok: true, value: null });
    }
    for (const format of ['csv', 'ics'] as const) {
      test.desktop.choices.chooseReportFile = join(folder, `timeline.${format}`);
      await save(`timeline.${format}`, test.call('timeline:save', { format }));
    }
    const [json = ''] = files;
    expect(JSON.parse(json).orders.map(({ rid }: { rid: string }) => rid)).toEqual(
      expect.arrayContaining([...service.rids]),
    );
    const said = [...files, ...test.desktop.done].join('\n');
    const keys = service.rids.map((rid) => service.order(rid).material.key);
    for (const secret of [service.token, 'PRIVATE KEY', ...keys.flatMap(secretsOf)]) {
      expect(said).not.toContain(secret);
    }
    test.desktop.choices.chooseReportFile = null;
    expect(await test.call('report:save', { format: 'json' })).toEqual({ ok: true, value: null });
  });
});
