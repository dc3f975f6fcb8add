import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectFolder } from '#scripts/lib/paths.ts';

const datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('$' + '{datasource}') });

const target = z.strictObject({
  refId: z.string().regex(/^[A-Z]$/u),
  datasource,
  expr: z.string(),
  legendFormat: z.string().optional(),
  format: z.literal('table').optional(),
  instant: z.boolean(),
  range: z.boolean(),
});

const panel = z.strictObject({
  id: z.int().positive(),
  type: z.enum(['stat', 'table', 'timeseries']),
  title: z.string().min(1),
  description: z.string().min(1),
  datasource,
  gridPos: z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  targets: z.array(target).min(1),
  transformations: z
    .array(z.strictObject({ id: z.enum(['merge', 'organize']), options: z.record(z.string(), z.unknown()) }))
    .optional(),
  fieldConfig: z.strictObject({
    defaults: z.record(z.string(), z.unknown()),
    overrides: z.array(
      z.strictObject({
        matcher: z.strictObject({ id: z.literal('byName'), options: z.string() }),
        properties: z.array(z.strictObject({ id: z.string(), value: z.unknown() })),
      }),
    ),
  }),
  options: z.record(z.string(), z.unknown()),
});

const queryVariable = z.strictObject({
  name: z.string(),
  label: z.string(),
  type: z.literal('query'),
  datasource,
  query: z.strictObject({ query: z.string(), refId: z.string() }),
  refresh: z.literal(2),
  sort: z.literal(1),
  multi: z.literal(true),
  includeAll: z.literal(true),
  allValue: z.literal('.*'),
  current: z.strictObject({ text: z.tuple([z.literal('All')]), value: z.tuple([z.literal('$__all')]) }),
  options: z.tuple([]),
});

const datasourceVariable = z.strictObject({
  name: z.literal('datasource'),
  label: z.string(),
  type: z.literal('datasource'),
  query: z.literal('prometheus'),
  options: z.tuple([]),
  refresh: z.literal(1),
});

/** The part of Grafana's dashboard model, version 39 (Grafana 10.4), that the dashboard uses. */
const dashboard = z.strictObject({
  uid: z.literal('notafter'),
  title: z.literal('NotAfter'),
  description: z.string(),
  tags: z.array(z.string()),
  schemaVersion: z.literal(39),
  version: z.int(),
  editable: z.boolean(),
  graphTooltip: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  refresh: z.string(),
  timezone: z.literal('browser'),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  annotations: z.strictObject({ list: z.tuple([]) }),
  links: z.tuple([]),
  templating: z.strictObject({ list: z.tuple([datasourceVariable], queryVariable) }),
  panels: z.array(panel).min(1),
});

/**
 * Reads the dashboard that users import.
 * @returns its panels, the variables that are asked of Prometheus, and all queries of the panels
 * @throws an error if it has what Grafana's model has not, or what the tests do not know
 */
export function readDashboard() {
  const path = join(projectFolder, 'docs/monitoring/notafter.dashboard.json');
  const { panels: given, templating } = dashboard.parse(JSON.parse(readFileSync(path, 'utf8')));
  const panels = given.map((each) => ({ ...each, queries: each.targets.map(({ expr }) => expr) }));
  const [, ...asked] = templating.list;
  return {
    panels,
    variables: asked.map(({ name, query }) => ({ name, query: query.query })),
    queries: panels.flatMap(({ queries }) => queries),
  };
}
