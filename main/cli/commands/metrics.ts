import { err, ok } from '#shared/result.ts';
import { defineCommand, operands } from '../command.ts';
import type { MetricsValues } from '../runs/metrics.ts';

export const metrics = defineCommand<MetricsValues>({
  name: 'metrics',
  about: 'metrics',
  operands: operands.none,
  options: {
    out: { about: 'out', value: 'FILE', completes: 'files', ofProcess: true },
    'tag-label': { about: 'tagLabel', value: 'KEY' },
    json: { about: 'jsonOfFile' },
  },
  needs: ['files'],
  // node_exporter runs as another user, and the metrics have no secrets.
  path: ({ out }) => (out === null ? null : { kind: 'writes', path: out, readers: 'everyone' }),
  read: ({ options }) => {
    const { out = null, 'tag-label': tagKeys = null } = Object.fromEntries(options);
    const isJson = options.has('json');
    // Metrics have a format of their own; only the file is described.
    if (isJson && out === null) return err({ kind: 'optionMissing', option: '--out' });
    return ok({ out, tagKeys });
  },
  load: async () => {
    const [{ runMetrics: run }, { writtenResult: result }] = await Promise.all([
      import('../runs/metrics.ts'),
      import('../results.ts'),
    ]);
    return { run, result };
  },
});
