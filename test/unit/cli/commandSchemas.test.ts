import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alertEventSchema } from '#main/alerting/events/alertEventJson.ts';
import { commandList } from '#main/cli/commandList.ts';
import { errorResult } from '#main/cli/noAnswer.ts';
import { configurationSchema } from '#main/reporting/configuration/configurationSchema.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { z } from '#shared/zod.ts';

/** The results of the commands, by the names of their files, and other JSON. */
const ofCommands = await Promise.all(
  commandList.map(async (command) => {
    const schema = await command.result(z);
    const { name } = command;
    // The commands of these groups answer the same.
    const shared = ['endpoints', 'presets', 'destinations'].find((group) => name.startsWith(`${group} `));
    const file = shared ?? name.replace(' ', '-');
    return schema === null ? [] : [[file, schema] as const];
  }),
);
const schemas = new Map<string, z.ZodType>([
  ...ofCommands.flat(),
  ['error', errorResult(z)],
  ['event', alertEventSchema(z)],
  ['config', configurationSchema],
]);

const titles: Readonly<Record<string, string>> = {
  event: 'The input of the command for alerts',
  config: 'The file of notafter config export',
  error: 'The output of any command with --json that did nothing',
  metrics: 'The output of notafter metrics --out FILE --json',
  'config-export': 'The output of notafter config export --out FILE --json',
};

/** A schema for readers, who ignore keys that later versions add. A configuration with unknown keys is refused. */
function documentOf(name: string, ofZod: z.ZodType): string {
  const schema = z.toJSONSchema(ofZod, {
    // What a person writes: a key with a default may be left out.
    io: name === 'config' ? 'input' : 'output',
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

it('every command with --json has a schema of its answer', async () => {
  for (const command of commandList) {
    const hasJson = command.options.some(({ name }) => name === 'json');
    expect((await command.result(z)) !== null, command.name).toBe(hasJson);
  }
});

// `npm test -- unit commandSchemas -u` writes them.
it.each([...schemas])('docs/schemas/%s.json is the schema that the tests use', async (name, schema) => {
  await expect(documentOf(name, schema)).toMatchFileSnapshot(
    join(projectFolder, 'docs', 'schemas', `${name}.json`),
  );
});
