import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { builtinPresetIds } from '#shared/domain/presets/presets.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

it.each([
  ['en', 'user-guide.md'],
  ['zh-CN', 'user-guide.zh-CN.md'],
] as const)(
  'the guide in %s lists the built-in presets in their order, in the words of the app',
  (language, path) => {
    const t = translatorOf(language);
    const rows = builtinPresetIds.map(
      (id) => `| ${t(`presets.names.${id}`)} | ${t(`presets.about.${id}`)} |\n`,
    );
    expect(readFileSync(join(projectFolder, 'docs', path), 'utf8')).toContain(rows.join(''));
  },
);
