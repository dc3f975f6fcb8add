import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { alertEventSchema } from '#main/alerting/events/alertEventSchema.ts';
import {
  checkSchema,
  configImportSchema,
  connectionsAddSchema,
  connectionsRemoveSchema,
  endpointsSchema,
  errorSchema,
  exportSchema,
  ordersAddSchema,
  ordersNoteSchema,
  ordersRemoveSchema,
  ordersTagSchema,
  probeSchema,
  quickSchema,
  receiveSchema,
  syncSchema,
  writtenSchema,
} from '#main/cli/commandSchemas.ts';
import { configurationSchema } from '#main/reporting/configuration/configurationSchema.ts';
import { inventorySchema } from '#main/reporting/report/inventorySchema.ts';
import { projectFolder } from '#scripts/lib/paths.ts';

const schemas = {
  status: inventorySchema,
  check: checkSchema,
  metrics: writtenSchema,
  'config-export': writtenSchema,
  error: errorSchema,
  sync: syncSchema,
  probe: probeSchema,
  export: exportSchema,
  receive: receiveSchema,
  quick: quickSchema,
  event: alertEventSchema,
  'orders-add': ordersAddSchema,
  'orders-remove': ordersRemoveSchema,
  'orders-tag': ordersTagSchema,
  'orders-note': ordersNoteSchema,
  'connections-add': connectionsAddSchema,
  'connections-remove': connectionsRemoveSchema,
  endpoints: endpointsSchema,
  'config-import': configImportSchema,
  config: configurationSchema,
};

const titles: Partial<Record<keyof typeof schemas, string>> = {
  event: 'The input of the command for alerts',
  config: 'The file of notafter config export',
  error: 'The output of any command with --json that did nothing',
  metrics: 'The output of notafter metrics --out FILE --json',
  'config-export': 'The output of notafter config export --out FILE --json',
};

/** A schema for readers, who ignore keys that later versions add. A configuration with unknown keys is refused. */
function documentOf(name: keyof typeof schemas): string {
  const schema = z.toJSONSchema(schemas[name], {
    override: ({ jsonSchema }) => {
      if (name !== 'config') delete jsonSchema.additionalProperties;
      // `format` says the same in two words.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  const { $schema, ...rest } = schema;
  const title = titles[name] ?? `The output of notafter ${name.replace('-', ' ')} --json`;
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}

// `npm test -- unit commandSchemas -u` writes them.
it.each(Object.keys(schemas) as (keyof typeof schemas)[])(
  'docs/schemas/%s.json is the schema that the tests use',
  async (name) => {
    await expect(documentOf(name)).toMatchFileSnapshot(
      join(projectFolder, 'docs', 'schemas', `${name}.json`),
    );
  },
);
