import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandList } from '#main/cli/commandList.ts';
import { fillMarked } from '#scripts/lib/markdown.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { commandFacts, commandPagePath, commandTable, generatedMarks } from '#test/support/commandPages.ts';

const docs = join(projectFolder, 'docs');

/** Compares the generated part of a document with what it would be now; `-u` writes that. */
async function expectGenerated(path: string, part: string): Promise<void> {
  const file = join(docs, path);
  const filled = fillMarked(readFileSync(file, 'utf8'), generatedMarks, part);
  await expect(filled).toMatchFileSnapshot(file);
}

describe.each(['en', 'zh-CN'] as const)('in %s', (language) => {
  it.each(commandList)('$name has a page with its options', async (command) => {
    const path = commandPagePath(command, language);
    expect(readFileSync(join(docs, path), 'utf8')).toMatch(new RegExp(`^# notafter ${command.name}\n`, 'u'));
    await expectGenerated(path, commandFacts(command, language));
  });

  it('the document about the terminal leads to each page', async () => {
    await expectGenerated(language === 'en' ? 'cli.md' : 'cli.zh-CN.md', commandTable(language));
  });
});

it('there is no page of another command', () => {
  const pages = globSync('cli/*.md', { cwd: docs }).map((path) => path.replaceAll('\\', '/'));
  const wanted = commandList.flatMap((command) => [
    commandPagePath(command, 'en'),
    commandPagePath(command, 'zh-CN'),
  ]);
  expect(pages.sort()).toEqual(wanted.sort());
});
