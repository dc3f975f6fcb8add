import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkProgram } from '#main/platform/programs/checkProgram.ts';
import { checkCommandDraft } from '#renderer/components/commandDraft.ts';
import { projectFolder } from '#scripts/lib/paths.ts';

const recipes = readFileSync(join(projectFolder, 'docs/recipes.md'), 'utf8');
const lines = [...recipes.matchAll(/^```command\n([\s\S]*?)\n```$/gmu)].map(([, line = '']) => line);

/** As on a Linux computer where every program is installed. */
const places = { platform: 'linux', searchPath: '/usr/bin', isProgram: async () => true } as const;

it('there is a command for each recipe', () => {
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['sh', 'ansible-playbook', 'kubectl', 'vault']);
});

it.each(lines)('the form and the app accept %j, with all its words', async (line) => {
  const draft = checkCommandDraft({ line }, 'linux');
  if (!draft.ok) throw new Error(JSON.stringify(draft.error));
  const [program, ...args] = draft.value;
  expect(await checkProgram(draft.value, places)).toEqual({
    ok: true,
    value: [`/usr/bin/${program}`, ...args],
  });
});
