import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inventoryMetrics } from '#main/reporting/metrics/inventoryMetrics.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { statusSeverities } from '#shared/domain/status.ts';
import { readDashboard } from '#test/support/dashboard.ts';
import { readExposition } from '#test/support/exposition.ts';
import {
  inventoryAddress,
  inventoryEndpoint,
  inventoryOrder,
  inventoryWith,
} from '#test/support/inventoryOrders.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';

const { panels, variables, queries } = readDashboard();
const documents = readFileSync(join(projectFolder, 'docs/monitoring.md'), 'utf8');

/** The labels of each metric of an order that has all of them. */
function knownLabels(): ReadonlyMap<string, ReadonlySet<string>> {
  const order = inventoryOrder({
    endpoints: [inventoryEndpoint([inventoryAddress()])],
    conditions: [{ kind: 'rejected', severity: 'notice', check: 'unknown', since: now }],
  });
  const text = inventoryMetrics({
    inventory: inventoryWith([order]),
    leaves: new Map(),
    files: [],
    tagLabels: [],
    overdueMs: 0,
  });
  const own = readExposition([...text].join('')).map(({ name, labels }): [string, ReadonlySet<string>] => [
    name,
    new Set([...Object.keys(labels), 'instance']),
  ]);
  return new Map([...own, ['node_textfile_mtime_seconds', new Set(['file', 'instance'])]]);
}

/** Each use of a metric, with the labels that are named in braces after it. */
function usesIn(query: string) {
  return [...query.matchAll(/\b((?:notafter|x509|node)_\w+)(?:\{([^}]*)\})?/gu)].map(
    ([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/(\w+)=/gu)].map(([, label = '']) => label),
    }),
  );
}

describe('the dashboard for Grafana', () => {
  it('has its panels beside each other, on 24 columns', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const bottom = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
    expect(cells).toHaveLength(24 * bottom);
  });

  it('asks for metrics that exist, by labels that they have', () => {
    const known = knownLabels();
    const asked = [...queries, ...variables.flatMap(({ query }) => query)];
    for (const query of asked) {
      const uses = usesIn(query);
      expect(uses, query).not.toEqual([]);
      for (const { name, labels } of uses) {
        expect([...known.keys()]).toContain(name);
        expect([...(known.get(name) ?? [])], query).toEqual(expect.arrayContaining(labels));
        const [, grouped = ''] = /by \(([^)]*)\)/u.exec(query) ?? [];
        const groups = grouped.split(', ').filter(Boolean);
        expect([...(known.get(name) ?? [])], query).toEqual(expect.arrayContaining(groups));
      }
    }
  });

  it('shows only what was chosen', () => {
    for (const query of queries) {
      expect(query).toContain('instance=~"$instance"');
      if (query.includes('notafter_order_') || query.includes('notafter_endpoint_'))
        expect(query).toContain('connection=~"$connection"');
    }
    expect(variables.map(({ name }) => name)).toEqual(['instance', 'connection']);
  });

  it.each([
    ['Critical', 'critical'],
    ['Need attention', 'attention'],
  ])('counts under “%s” the statuses of that severity', (title, severity) => {
    const [query = ''] = panels.find((panel) => panel.title === title)?.queries ?? [];
    const [, statuses = ''] = /status=~"([^"]+)"/u.exec(query) ?? [];
    const ofSeverity = Object.entries(statusSeverities).filter(([, each]) => each === severity);
    expect(statuses.split('|')).toEqual(ofSeverity.map(([status]) => status));
  });

  it('is named in the documents', () => {
    expect(documents).toContain('(monitoring/notafter.dashboard.json)');
  });
});
