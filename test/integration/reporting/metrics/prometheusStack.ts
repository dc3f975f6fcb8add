import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';

/** The alert rules that users copy, and their tests. */
export const rulesFolder = join(projectFolder, 'docs', 'monitoring');

/** The traditional uid of the user without files. node_exporter usually runs as another user than NotAfter. */
const nobody = 65534;

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
}

/** Programs that watch a folder of metrics, until the end of the test. */
export interface PrometheusStack {
  /** The labels of the alerts that Alertmanager has now. */
  readonly alerts: () => Promise<readonly Alert['labels'][]>;
  /** The labels of the series that a query gives now. It rejects a query that Prometheus does not understand. */
  readonly query: (query: string) => Promise<readonly Alert['labels'][]>;
  /** What node_exporter shows. */
  readonly exported: () => Promise<string>;
  /** The programs' output so far. */
  readonly words: () => string;
}

/**
 * Starts node_exporter on a folder, Prometheus with our rules, and Alertmanager: with free ports, and with seconds
 * instead of the rules' minutes.
 */
export async function startPrometheusStack(textfiles: string): Promise<PrometheusStack> {
  const folder = temporaryFolder();
  for (const path of [folder, textfiles]) chmodSync(path, 0o755);
  const [exporter, prometheus, alertmanager] = [await freePort(), await freePort(), await freePort()];
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  };
  const rules = readFileSync(join(rulesFolder, 'notafter.rules.yml'), 'utf8');
  file('rules.yml', rules.replace(/for: \w+/gu, 'for: 0s'));
  const config = file(
    'prometheus.yml',
    `
global: { scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 500ms }
rule_files: [rules.yml]
scrape_configs:
  - { job_name: node, static_configs: [{ targets: ['127.0.0.1:${exporter}'] }] }
alerting:
  alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:${alertmanager}'] }] }]
`,
  );
  const routes = file('alertmanager.yml', 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n');
  const { env } = process;
  const user = process.getuid?.() === 0 ? { user: nobody } : {};
  const programs = [
    runInForeground(
      'prometheus-node-exporter',
      [
        '--collector.disable-defaults',
        '--collector.textfile',
        `--collector.textfile.directory=${textfiles}`,
        `--web.listen-address=127.0.0.1:${exporter}`,
      ],
      { env, ...user },
    ),
    runInForeground(
      'prometheus-alertmanager',
      [
        `--config.file=${routes}`,
        `--storage.path=${join(folder, 'alertmanager')}`,
        `--web.listen-address=127.0.0.1:${alertmanager}`,
        '--cluster.listen-address=',
      ],
      { env },
    ),
    runInForeground(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'prometheus')}`,
        `--web.listen-address=127.0.0.1:${prometheus}`,
      ],
      { env },
    ),
  ];
  const get = async (url: string) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    alerts: async () => {
      const answer = await get(`http://127.0.0.1:${alertmanager}/api/v2/alerts`);
      return ((await answer.json()) as readonly Alert[]).map(({ labels }) => labels);
    },
    query: async (query) => {
      const words = new URLSearchParams({ query });
      const answer = await get(`http://127.0.0.1:${prometheus}/api/v1/query?${words}`);
      const { data } = (await answer.json()) as { data: { result: readonly { metric: Alert['labels'] }[] } };
      return data.result.map(({ metric }) => metric);
    },
    exported: async () => await (await get(`http://127.0.0.1:${exporter}/metrics`)).text(),
    words: () => programs.map((program) => program.words()).join('\n'),
  };
}
