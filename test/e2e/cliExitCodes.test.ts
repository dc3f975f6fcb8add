import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'it compares the whole output of commands, also where there is nothing to do';

let service: TestService;
let profile: string;

/** A profile with two orders, created in the window. */
beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'intranetOrder', name: 'Intranet', days: 75 });
  await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 40 });
  profile = await temporaryFolder();
  const app = await launchNotAfter({ because, profile });
  await (await driveWindow(app)).connect(service);
  await app.close();
});

const typed = (...words: string[]) => runCommandLine({ profile }, words);

/** The result of a check by a monitoring system. */
async function checks(): Promise<void> {
  const ended = async (...words: string[]) => {
    const { code, out, err } = await typed('status', '--fail-within', ...words);
    return { code, first: out.split('\n', 1)[0], err };
  };
  const fine = 'OK: 2 orders, nothing to do within 14d';
  expect(await ended('14d')).toEqual({ code: 0, first: fine, err: '' });
  const soon = 'WARNING: 1 expiring soon (2 orders)';
  expect(await ended('45d')).toEqual({ code: 1, first: soon, err: '' });
  const usage =
    'UNKNOWN: notafter: “14” is not a duration. Use a number with s, m, h, d or w, such as 14d, a share of the lifetime, such as 33%, or both: 14d,33%.';
  expect(await ended('14')).toEqual({ code: 3, first: usage, err: 'See notafter --help.\n' });
  const nowhere = 'UNKNOWN: No order is named “nowhere”. “notafter orders list” lists all.';
  expect(await ended('14d', 'nowhere')).toEqual({ code: 3, first: nowhere, err: '' });
}

describe('the exit code', () => {
  test('reports the state without the running app', checks);

  test('reports the state while the app runs', async () => {
    const app = await launchNotAfter({ profile });
    await app.window();
    await checks();
    await app.close();
  });

  test('is 2 for a certificate that is not deployed, and for a refused token', async () => {
    const to = join(await temporaryFolder(), 'tls');
    await mkdir(to);
    const exported = await typed('export', 'Shop', '--preset', 'nginx', '--to', to, '--accept-warnings');
    expect(exported).toMatchObject({ code: 0, err: '' });
    await service.renew('shopOrder', { days: 90 });
    expect(await typed('sync')).toMatchObject({ code: 0 });
    expect(await typed('status', '--fail-within', '14d')).toMatchObject({
      code: 2,
      out: expect.stringMatching(
        /^CRITICAL: 1 with outdated files \(2 orders\)\n {2}Shop: not deployed: exported files have a previous certificate\n\nName /u,
      ),
      err: '',
    });
    service.setFault('intranetOrder', { kind: 'status', status: 401 });
    expect(await typed('sync')).toMatchObject({ code: 2 });
    expect((await typed('status', '--fail-within', '14d')).out).toMatch(
      /^CRITICAL: 1 with outdated files, 1 connection with a rejected token \(2 orders\)\n/u,
    );
  });

  test('is 3 when the data cannot be read, and the first line says so', async () => {
    const other = await temporaryFolder();
    await writeFile(join(other, DATABASE_FILE), 'no database at all, but a long text'.repeat(100));
    const damaged = /^UNKNOWN: The database in .+ is damaged\./u;
    const check = await runCommandLine({ profile: other }, ['status', '--fail-within', '14d']);
    expect(check).toEqual({ code: 3, out: expect.stringMatching(damaged), err: '' });
    const listed = await runCommandLine({ profile: other }, ['status']);
    expect(listed).toEqual({ code: 3, out: '', err: expect.stringMatching(/^The database in/u) });
  });
});
