import { type Command, optionText, synopsisOf } from '#main/cli/command.ts';
import { commandList } from '#main/cli/commandList.ts';
import { markdownTable } from '#scripts/lib/markdown.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

/** The lines that the generated part of a page is between. */
export const generatedMarks = {
  begin: '<!-- generated: npm test -- unit test/unit/docs/commandPages -u -->',
  end: '<!-- end of the generated part -->',
} as const;

const words = {
  en: { command: 'command', option: 'option', meaning: 'meaning', help: 'prints the help' },
  'zh-CN': { command: '命令', option: '选项', meaning: '含义', help: '输出帮助' },
} as const;

/** The ending of a document in a language. */
const endings = { en: '.md', 'zh-CN': '.zh-CN.md' } as const;

/** The file of a command's page, in the folder of the documents. */
export function commandPagePath({ name }: Command, language: AppLanguage): string {
  return `cli/${name.replaceAll(' ', '-')}${endings[language]}`;
}

/** How a command is called, what it does and its options, from the table that the help is made of. */
export function commandFacts(command: Command, language: AppLanguage): string {
  const t = translatorOf(language);
  const { option, meaning, help } = words[language];
  const options = command.options.map((each) => [`\`${optionText(each)}\``, t(`cli.help.${each.about}`)]);
  return [
    `\`\`\`sh\nnotafter ${synopsisOf(command)}\n\`\`\``,
    `${t(`cli.help.${command.about}`)}${language === 'en' ? '.' : '。'}`,
    markdownTable([[option, meaning], ...options, ['`-h, --help`', help]]),
  ].join('\n\n');
}

/** All commands with links to their pages. */
export function commandTable(language: AppLanguage): string {
  const t = translatorOf(language);
  const { command, meaning } = words[language];
  const rows = commandList.map((each) => [
    `[\`${each.name}\`](${commandPagePath(each, language)})`,
    t(`cli.help.${each.about}`),
  ]);
  return markdownTable([[command, meaning], ...rows]);
}
