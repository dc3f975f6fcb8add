import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '#scripts/lib/processes.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { startIcinga } from '#test/support/e2e/icinga.ts';
import { type Engine, startNagios, writeWrapper } from '#test/support/e2e/nagios.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { commandOf, runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { readPlugin } from '#test/support/pluginOutput.ts';

const because = 'it compares the whole output of checks, as monitoring reads it';

const page = 'docs/monitoring.md';

let profile: string;

/** A profile with two orders, created in the window. The name of one has all that a shell or an engine could misread. */
const hostile = `Intra|net 'a' "b" $(id) \`id\` <b>; x=1`;

beforeAll(async () => {
  const service = await startTestService();
  await service.addOrder({ rid: 'intranetOrder', name: hostile, days: 75, lifetimeDays: 90 });
  await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 10, lifetimeDays: 90 });
  profile = await temporaryFolder();
  const app = await launchNotAfter({ because, profile });
  await (await driveWindow(app)).connect(service);
  await app.close();
});

const typed = (...words: string[]) => runCommandLine({ profile }, words);

describe('notafter check', () => {
  test('without the running app has state, performance data and exit code', async () => {
    const { code, out, err } = await typed('check');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(readPlugin(out)).toMatchObject({
      state: 'WARNING',
      text: expect.stringMatching(/^1 expiring soon \(2 orders\)\. Shop: the certificate expires in 9 d/u),
      values: { Shop: [expect.stringMatching(/^\d{6}s$/u), '1209600:', '604800:'] },
    });
    expect((await typed('check', 'intranetOrder')).code).toBe(0);
    expect((await typed('check', '-w', '20d', '-c', '12d')).code).toBe(2);
    const reversed = await typed('check', '-w', '6d', '-c', '20d');
    expect(reversed).toMatchObject({ code: 3, out: expect.stringMatching(/^CERT UNKNOWN - .+longer than/u) });
    expect((await typed('check', '--help')).code).toBe(3);
    expect(await typed('check', '-V')).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^NotAfter \d/u),
    });
  });

  test('is UNKNOWN when the app does not answer in time, and OK when it does again', async () => {
    const app = await launchNotAfter({ profile });
    await app.window();
    expect((await typed('check', 'intranetOrder')).code).toBe(0);
    process.kill(app.pid, 'SIGSTOP');
    try {
      const late = await typed('check', '--timeout', '2');
      expect(late).toEqual({
        code: 3,
        out: 'CERT UNKNOWN - no answer within 2 s; --timeout gives it more time\n',
        err: '',
      });
    } finally {
      process.kill(app.pid, 'SIGCONT');
    }
    expect((await typed('check', 'intranetOrder')).code).toBe(0);
    await app.close();
  });

  test('is read by "negate" of the monitoring plugins', async () => {
    const plugin = await writeWrapper(await temporaryFolder(), commandOf({ profile }));
    const negate = '/usr/lib/nagios/plugins/negate';
    const { code, output } = await run(negate, ['-s', '-t', '60', '-w', 'CRITICAL', plugin, 'check']);
    expect({ code, output }).toEqual({
      code: 2,
      output: expect.stringMatching(/^CERT CRITICAL - 1 expiring soon/u),
    });
  });

  test('is read by Nagios, with the service of the documents: state, text, long text and performance data', async () => {
    const folder = await temporaryFolder();
    const plugin = await writeWrapper(folder, commandOf({ profile }));
    await mkdir(join(folder, 'nagios'));
    const line = blockWith(page, 'command[check_certificates]').trim();
    const command = line
      .replace('command[check_certificates]=sudo -u me /usr/bin/notafter', plugin)
      .replace('-w 14d -c 7d', '-w 80d,100% -c 2d');
    expect(command).toBe(`${plugin} check -w 80d,100% -c 2d -t 20`);
    const nagios = await startNagios(join(folder, 'nagios'), command, blockWith(page, 'define service'));
    const state = await checkedBy(nagios);
    expect(state).toMatchObject({
      current_state: '1',
      plugin_output: expect.stringMatching(
        /^CERT WARNING - 2 expiring soon \(2 orders\)\. Shop: the certificate/u,
      ),
      long_plugin_output: expect.stringContaining(`Intra/net 'a' "b" $(id) \`id\` <b>; x=1: the certificate`),
      performance_data: expect.stringContaining("'Intra_net _a_ _b_ _(id) _id_ _b__ x_1'="),
    });
    expect(state['performance_data']).toMatch(/^'next_expiry'=\d+s;6912000:;172800: 'orders'=2;;;0 /u);
  });

  test('is read by Icinga 2, with the check command of the documents', async () => {
    const folder = await temporaryFolder();
    const plugin = await writeWrapper(folder, commandOf({ profile }));
    // Here runs no agent, and the first check comes within the interval.
    const local = blockWith(page, 'object CheckCommand')
      .replace('"sudo", "-u", "me", "/usr/bin/notafter"', `"${plugin}"`)
      .replace('command_endpoint = host.name', '')
      .replace('30m', '1s');
    await mkdir(join(folder, 'icinga'));
    const state = await checkedBy(await startIcinga(join(folder, 'icinga'), local));
    expect(state).toMatchObject({
      current_state: '1',
      plugin_output: expect.stringMatching(/^CERT WARNING - 2 expiring soon \(2 orders\)\. Shop: the/u),
      long_plugin_output: expect.stringContaining(`Intra/net 'a' "b" $(id) \`id\` <b>; x=1: the certificate`),
    });
    expect(state['performance_data']).toMatch(/^next_expiry=\d+s;6912000:;172800: orders=2;;;0 /u);
    expect(state['performance_data']).toContain("'Intra_net _a_ _b_ _(id) _id_ _b__ x_1'=");
  });
});

/** What an engine knows once it has run the check. */
async function checkedBy({ state, words }: Engine) {
  await vi.waitFor(async () => expect(await state(), words()).toMatchObject({ has_been_checked: '1' }), {
    timeout: 60_000,
    interval: 500,
  });
  return await state();
}
