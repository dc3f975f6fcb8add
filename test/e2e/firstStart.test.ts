import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import type {} from '#renderer/bridge.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { filesHolding, pemBodyLine } from '#test/support/e2e/traces.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it is about the first start';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('from the first start to an export', () => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'healthyOrder', name: 'Intranet', days: 75 });
    await service.addOrder({ rid: 'expiringOrder', name: 'Customer portal', days: 20 });
    await service.addOrder({ rid: 'criticalOrder', name: 'Public API', days: 3, keyKind: 'rsa2048' });
    await service.addOrder({ rid: 'expiredOrder', name: 'Spring campaign', days: -4 });
    app = await launchNotAfter({ because });
    driver = await driveWindow(app);
  });

  test('leads from address, token and rids to the list of orders, those that need attention first', async () => {
    await driver.connect(service, { rids: [...service.rids, 'unknownOrder'] });
    expect(await driver.names()).toEqual([
      'Spring campaign',
      'Public API',
      'unknownOrder',
      'Customer portal',
      'Intranet',
    ]);
  });

  test.each([
    ['Spring campaign', 'expired'],
    ['Public API', 'critical'],
    ['Customer portal', 'expiring'],
    ['Intranet', 'healthy'],
    ['unknownOrder', 'failing'],
  ] as const)('shows %s as %s', async (name, status) => {
    await expect.poll(() => driver.status(name)).toBe(status);
  });

  test('exports one order into a folder: four PEM files that belong together, with a key that only its owner can read', async () => {
    const folder = await temporaryFolder();
    await driver.openExport('Public API');
    await driver.chooseExportPlace('folder', folder);
    await driver.untilExported();
    await expect(driver.dialog().textContent()).resolves.toContain('privkey.pem');
    await driver.finishExport();

    const [name = ''] = await readdir(folder);
    expect((await readdir(join(folder, name))).sort()).toEqual([
      'cert.pem',
      'chain.pem',
      'fullchain.pem',
      'privkey.pem',
    ]);
    const read = (file: string) => readFile(join(folder, name, file), 'utf8');
    const certificate = new X509Certificate(await read('cert.pem'));
    expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      service.order('criticalOrder').fingerprint256,
    );
    expect(certificate.checkPrivateKey(createPrivateKey(await read('privkey.pem')))).toBe(true);
    expect(certificate.checkIssued(new X509Certificate(await read('chain.pem')))).toBe(true);
    expect(await read('fullchain.pem')).toBe((await read('cert.pem')) + (await read('chain.pem')));
    expect(await modeOf(join(folder, name, 'privkey.pem'))).toBe('600');
    expect(await modeOf(join(folder, name, 'fullchain.pem'))).toBe('644');
  });

  test('exports a selection into one ZIP file that only its owner can read', async () => {
    const file = join(await temporaryFolder(), 'certificates.zip');
    await driver.select(['Customer portal', 'Intranet']);
    await driver.openSelectionExport();
    await driver.chooseExportPlace('zip', file);
    await driver.untilExported();
    await driver.finishExport();

    const entries = unzipSync(await readFile(file));
    const names = Object.keys(entries);
    expect(names.filter((name) => name.endsWith('/privkey.pem'))).toHaveLength(2);
    expect(names.filter((name) => name.endsWith('/fullchain.pem'))).toHaveLength(2);
    expect(await modeOf(file)).toBe('600');
  });

  test('leaves token, private keys and Authorization header out of the page, the log and all files of the app', async () => {
    const header = 'Authorization';
    const secrets = [
      service.token,
      ...service.rids.map((rid) => pemBodyLine(service.order(rid).material.key)),
    ];
    const shown = await driver.page.evaluate(async () => {
      const calls = window.notAfter?.calls;
      const snapshot = await calls?.['app:snapshot'](null);
      const details = await Promise.all(
        (snapshot?.orders.id ?? []).map((id) => calls?.['orders:details'](id)),
      );
      return JSON.stringify({ snapshot, details, page: document.documentElement.outerHTML });
    });
    for (const secret of [...secrets, header]) {
      expect(shown).not.toContain(secret);
      expect(app.log()).not.toContain(secret);
    }
    // The compiled program contains the name of the header, and no data.
    const withHeader = async () =>
      (await filesHolding(app.profile, [header])).filter((file) => !file.includes('/Compiled Code/'));
    expect(await filesHolding(app.profile, secrets)).toEqual([]);
    expect(await withHeader()).toEqual([]);
    await app.close();
    expect(await filesHolding(app.profile, secrets)).toEqual([]);
    expect(await withHeader()).toEqual([]);
    expect(app.log()).not.toContain(service.token);
  });
});
