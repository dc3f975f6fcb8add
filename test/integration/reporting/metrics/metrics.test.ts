import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { readDashboard } from '#test/support/dashboard.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { readExposition } from '#test/support/exposition.ts';
import { freePort } from '../../app/receiving.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from '../../app/testApp.ts';
import { notafter } from '../../cli/askApp.ts';
import { rulesFolder, startPrometheusStack } from './prometheusStack.ts';

const needsLinux = needs(process.platform === 'linux', 'only Debian installs Prometheus for the tests');

const hostile = 'a"} 1 \\ {b="|\u{1f512}';

/** An app with an order that has expired, one that expires soon, and one with a hostile name. */
async function watching() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'gone', name: 'Gone', days: -2 });
  await service.addOrder({ rid: 'soon', name: 'Soon', days: 5, lifetimeDays: 90 });
  await service.addOrder({ rid: 'fine', days: 80, lifetimeDays: 90 });
  const test = await startTestApp();
  await connect(test, service);
  await rename(test, 'fine', hostile);
  return { service, test };
}

async function rename(test: TestApp, rid: string, alias: string): Promise<void> {
  okValue(await test.call('orders:setAlias', { id: test.order(rid)?.id ?? '', alias }));
}

function promtool(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', [...args], { input, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** Alertmanager accepts these settings. */
function expectRoutes(settings: string): void {
  const file = join(temporaryFolder(), 'alertmanager.yml');
  writeFileSync(file, settings);
  const { status, stdout, stderr } = spawnSync('amtool', ['check-config', file], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}

describe('notafter metrics', () => {
  it('prints every order, with the serial number of its certificate', async () => {
    const { test } = await watching();
    const { code, out, err } = await notafter(test, 'metrics');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const ends = readExposition(out).filter(({ name }) => name === 'x509_cert_not_after');
    expect(ends).toHaveLength(3);
    const order = test.order('fine');
    const fine = ends.find(({ labels }) => labels['rid'] === 'fine');
    expect(fine?.labels).toMatchObject({ order: hostile, source: 'issued', connection: 'Production' });
    expect(fine?.value).toBe((order?.notAfter ?? 0) / 1000);
    const details = okValue(await test.call('orders:details', order?.id ?? ''));
    expect(BigInt(fine?.labels['serial_number'] ?? '')).toBe(BigInt(`0x${details.leaf?.serialNumber}`));
    expect(fine?.labels['subject_CN'] ?? '').toBe(details.leaf?.commonName ?? '');
    const late = readExposition(out).find(({ name }) => name === 'notafter_poll_overdue_seconds');
    expect(late?.value).toBe(0);
  });

  it('has labels of the tags that were asked for, and refuses words that can be none', async () => {
    const { test } = await watching();
    const id = test.order('fine')?.id ?? '';
    okValue(await test.call('orders:annotate', { id, tags: `team:${hostile}, prod`, note: '' }));
    const { code, out } = await notafter(test, 'metrics --tag-label team');
    expect(code).toBe(0);
    const teams = readExposition(out).map(({ labels }) => [labels['rid'], labels['tag_team']]);
    expect(teams).toContainEqual(['fine', hostile.replaceAll('"', '')]);
    expect(teams).toContainEqual(['soon', undefined]);
    expect((await notafter(test, 'metrics')).out).not.toContain('tag_');
    expect(await notafter(test, 'metrics --tag-label team:web')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('“team:web”'),
    });
  });

  it('has an exported file as long as it is what was exported', async () => {
    const { test } = await watching();
    const cwd = temporaryFolder();
    await notafter(test, 'export fine --preset nginx --to . --accept-warnings', { cwd });
    await until(() => test.seen().copies[0]?.state === 'fresh');
    const files = async () => {
      const samples = readExposition((await notafter(test, 'metrics')).out);
      return samples.filter(
        ({ name, labels }) => name === 'x509_cert_not_after' && labels['source'] === 'file',
      );
    };
    const [file, ...others] = await files();
    expect(others).toEqual([]);
    expect(file?.labels['filepath']).toMatch(/fullchain\.pem$/u);
    expect(file?.labels['serial_number']).toMatch(/^\d+$/u);
    writeFileSync(file?.labels['filepath'] ?? '', 'another');
    await test.call('copies:verify', null);
    expect(await files()).toEqual([]);
  });

  it('replaces a file as a whole, and leaves it as it is when it cannot be written', async () => {
    const { test } = await watching();
    const cwd = temporaryFolder();
    const before = process.umask(0o077);
    try {
      expect(await notafter(test, 'metrics --out notafter.prom', { cwd })).toEqual({
        code: 0,
        out: '',
        err: '',
      });
    } finally {
      process.umask(before);
    }
    const path = join(cwd, 'notafter.prom');
    const text = readFileSync(path, 'utf8');
    expect(readExposition(text)).not.toHaveLength(0);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    const { ino } = statSync(path);
    await rename(test, 'fine', 'Fine');
    expect(await notafter(test, 'metrics --out notafter.prom', { cwd })).toMatchObject({ code: 0 });
    expect(statSync(path).ino).not.toBe(ino);
    expect(readFileSync(path, 'utf8')).toContain('order="Fine"');
    expect(readdirSync(cwd)).toEqual(['notafter.prom']);

    mkdirSync(join(cwd, 'folder.prom'));
    const refused = await notafter(test, 'metrics --out folder.prom', { cwd });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('folder.prom') });
    const missing = await notafter(test, ['metrics', '--out', join(cwd, 'gone', 'notafter.prom')]);
    expect(missing).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining(`mkdir ${join(cwd, 'gone')}`),
    });
    expect(readdirSync(cwd).toSorted()).toEqual(['folder.prom', 'notafter.prom']);
  });
});

describe('Prometheus', needsLinux, () => {
  it('accepts the metrics without a remark', async () => {
    const { test } = await watching();
    const { out } = await notafter(test, 'metrics');
    expect(promtool(['check', 'metrics'], out)).toEqual({ status: 0, said: '' });
    expect(promtool(['check', 'metrics'], `${out}no sample\n`).status).not.toBe(0);
  });

  it('accepts the alert rules, and their tests pass', { timeout: 300_000 }, () => {
    const rules = promtool(['check', 'rules', join(rulesFolder, 'notafter.rules.yml')]);
    expect(rules).toMatchObject({ status: 0, said: expect.stringContaining('13 rules found') });
    expect(promtool(['test', 'rules', join(rulesFolder, 'notafter.rules.test.yml')])).toMatchObject({
      status: 0,
      said: expect.stringContaining('SUCCESS'),
    });
  });

  it('has an Alertmanager that accepts the settings of the page about monitoring', () => {
    expectRoutes(blockWith('docs/monitoring.md', 'alertmanager.yml'));
  });

  it('accepts the files of the page about a fleet, and misses the metrics of one server', () => {
    const folder = temporaryFolder();
    for (const name of ['fleet.rules.yml', 'prometheus.yml', 'alertmanager.yml'])
      writeFileSync(join(folder, name), blockWith('docs/fleet.md', `# ${name}`));
    cpSync(join(rulesFolder, 'notafter.rules.yml'), join(folder, 'notafter.rules.yml'));
    expect(promtool(['check', 'config', join(folder, 'prometheus.yml')])).toMatchObject({
      status: 0,
      said: expect.stringContaining('2 rule files found'),
    });
    expectRoutes(readFileSync(join(folder, 'alertmanager.yml'), 'utf8'));
    const missing = `
rule_files: [fleet.rules.yml]
tests:
  - interval: 1m
    input_series:
      - { series: 'up{job="servers",instance="one"}', values: '1x60' }
      - { series: 'up{job="servers",instance="two"}', values: '1x60' }
      - { series: 'notafter_build_info{job="servers",instance="one",version="1"}', values: '1x60' }
    alert_rule_test:
      - alertname: NotAfterMetricsMissingOnServer
        eval_time: 45m
        exp_alerts:
          - exp_labels: { severity: warning, job: servers, instance: two }
            exp_annotations: { summary: two has no metrics of NotAfter }
`;
    writeFileSync(join(folder, 'test.yml'), missing);
    expect(promtool(['test', 'rules', join(folder, 'test.yml')])).toMatchObject({ status: 0 });
  });

  it('raises alerts for what expired and expires soon through node_exporter, and ends them after a renewal', async () => {
    const { service, test } = await watching();
    const textfiles = temporaryFolder();
    const write = async () => {
      const words = ['metrics', '--out', join(textfiles, 'notafter.prom')];
      expect(await notafter(test, words)).toEqual({ code: 0, out: '', err: '' });
    };
    await write();
    const stack = await startPrometheusStack(textfiles);
    const alerts = async () =>
      (await stack.alerts())
        .map(({ alertname, order }) => `${alertname} ${order}`)
        .filter((alert) => alert.startsWith('NotAfterCertificate'))
        .toSorted();
    const patience = { timeout: 30_000, interval: 250 };
    await vi.waitFor(async () => {
      expect(await alerts(), stack.words()).toEqual([
        'NotAfterCertificateExpired Gone',
        'NotAfterCertificateExpiresVerySoon Soon',
        'NotAfterCertificateExpiring Soon',
      ]);
    }, patience);
    expect(await stack.exported()).toContain('node_textfile_scrape_error 0');
    const series = (await stack.exported())
      .split('\n')
      .filter((line) => line.startsWith('x509_cert_not_after{'));
    expect(series).toHaveLength(3);
    for (const rid of ['gone', 'soon']) await service.renew(rid, { days: 85 });
    await notafter(test, 'sync');
    await write();
    await vi.waitFor(async () => expect(await alerts(), stack.words()).toEqual([]), patience);
  });

  it('answers every query of the dashboard for Grafana, with the columns and legends that it shows', {
    timeout: 300_000,
  }, async () => {
    const { test } = await watching();
    const server = await freePort();
    expect(await notafter(test, `endpoints add fine 127.0.0.1:${server}`)).toMatchObject({ code: 0 });
    expect((await notafter(test, 'probe')).out).toContain('Unreachable');
    const textfiles = temporaryFolder();
    expect(await notafter(test, ['metrics', '--out', join(textfiles, 'notafter.prom')])).toMatchObject({
      code: 0,
    });
    const stack = await startPrometheusStack(textfiles);
    const { panels } = readDashboard();
    const withoutSeries = async () => {
      const empty: string[] = [];
      for (const { title, targets, transformations } of panels) {
        const shown = Object.keys(Object(transformations?.at(-1)?.options['renameByName']));
        for (const { expr, legendFormat } of targets) {
          const series = await stack.query(expr.replaceAll(/\$(?:instance|connection)/gu, '.*'));
          if (series.length === 0) empty.push(expr);
          const inLegend = [...(legendFormat ?? '').matchAll(/\{\{(\w+)\}\}/gu)].map(
            ([, label = '']) => label,
          );
          const columns = shown.filter((name) => !name.startsWith('Value') && name !== 'address');
          for (const labels of series)
            expect(Object.keys(labels), title).toEqual(expect.arrayContaining([...inLegend, ...columns]));
        }
      }
      return empty;
    };
    // Nothing was read from the server, so it is not known what it serves. A scrape that was late leaves all series empty.
    await vi.waitFor(
      async () =>
        expect(await withoutSeries()).toEqual([expect.stringContaining('notafter_endpoint_deployed')]),
      { timeout: 120_000, interval: 250 },
    );
  });
});
