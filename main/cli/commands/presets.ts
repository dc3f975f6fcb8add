import { join } from 'node:path';
import { reloadCommand, snippetOf } from '#shared/domain/presetServer.ts';
import { builtinPresetIds, type ExportPreset } from '#shared/domain/presets/presets.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';
import { answerSchema, listed, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, shellWord } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { findPreset } from '../findPreset.ts';
import { plain, sayTable } from '../table.ts';
import { plainIndented } from '../terminalText.ts';

/** A folder that stands for the one of an export. */
const EXAMPLE_FOLDER = '/DIR';

/** `notafter presets list` and `notafter presets show`: which files an export writes, and how they are named. */
async function runPresets({ words: [wanted] }: Given, context: CommandContext): Promise<ExitCode> {
  const { base, services, t, answer } = context;
  await context.prepare();
  const found = wanted === undefined ? null : findPreset(wanted, context);
  if (wanted !== undefined && found === null) return exitCodes.unknown;
  const presets = found === null ? services.presets.list() : [found];
  answer<typeof presetsResult>({
    changed: false,
    presets: presets.map((preset) => ({
      id: preset.id,
      name: presetTitle(preset, t),
      isBuiltIn: preset.name === null,
      folder: preset.folder,
      files: preset.files.map(({ parts, ...file }) => ({ ...file, parts })),
      lines: linesOf(preset),
      reload: reloadCommand(preset.server, base.desktop.platform),
    })),
  });
  if (found === null) await sayList(presets, context);
  else await sayPreset(found, context);
  return exitCodes.fine;
}

async function sayList(presets: readonly ExportPreset[], context: CommandContext): Promise<void> {
  const { t } = context;
  const columns = [
    { title: t('cli.presets.preset'), min: 12 },
    { title: t('cli.presets.files'), min: 20 },
    { title: t('cli.presets.about'), min: 34, dropOrder: 1 },
  ];
  const rows = presets.map((preset) =>
    [
      preset.name ?? preset.id,
      preset.files.map(({ name }) => name).join(t('common.listSeparator')),
      aboutOf(preset, t),
    ].map(plain),
  );
  await sayTable(columns, rows, context);
}

async function sayPreset(preset: ExportPreset, context: CommandContext): Promise<void> {
  const { base, t, say, paint } = context;
  say(`${paint('bold', cleanText(presetTitle(preset, t)))}  ${cleanText(aboutOf(preset, t))}`);
  say('');
  const columns = [
    { title: t('presets.files'), min: 16 },
    { title: t('cli.presets.mode') },
    { title: t('cli.presets.format'), min: 12 },
    { title: t('cli.presets.content'), min: 20 },
  ];
  const rows = preset.files.map(({ name, mode, format, parts }) =>
    [
      join(preset.folder, name),
      `0${mode}`,
      t(`presets.formatChoice.${format}`),
      parts.map((part) => t(`presets.part.${part}`)).join(t('presets.partSeparator')),
    ].map(plain),
  );
  await sayTable(columns, rows, context);
  const lines = linesOf(preset);
  if (lines !== null) {
    say('');
    say(paint('dim', t('cli.presets.lines', { folder: EXAMPLE_FOLDER })));
    for (const line of lines.trimEnd().split('\n')) say(`  ${plainIndented(line)}`);
  }
  const reload = reloadCommand(preset.server, base.desktop.platform);
  if (reload !== null) {
    say('');
    say(`${paint('dim', t('cli.presets.reload'))}  ${reload.map(shellWord).join(' ')}`);
  }
}

function aboutOf({ id }: ExportPreset, t: Translate): string {
  const builtin = builtinPresetIds.find((known) => known === id);
  return t(builtin === undefined ? 'presets.about.own' : `presets.about.${builtin}`);
}

/** The lines of the server, with the names of an order as they are in the preset. */
function linesOf({ server, files, folder }: ExportPreset): string | null {
  if (server === null) return null;
  return snippetOf(
    server,
    files.map((file) => ({ ...file, path: [EXAMPLE_FOLDER, folder, file.name].filter(Boolean).join('/') })),
  );
}

/** The JSON of `presets list --json` and `presets show --json`. */
export const presetsResult = (z: Zod) =>
  answerSchema(z, {
    changed: listed(z),
    presets: z.array(
      z.strictObject({
        id: z.string().describe('What export --preset takes, as it does the name.'),
        name: z.string(),
        isBuiltIn: z.boolean(),
        folder: z.string().describe('Of an order, in the folder of the export; empty: that folder itself.'),
        files: z.array(
          z.strictObject({
            name: z.string().describe('With {alias}, {rid}, {domain} and {notAfter} of the order.'),
            format: z.string(),
            parts: z.array(z.string()),
            mode: z.string().describe('Octal.'),
            lineEnds: z.string(),
          }),
        ),
        lines: z
          .string()
          .nullable()
          .describe('Of the configuration of the server, with /DIR for the folder; null: none.'),
        reload: z
          .array(z.string())
          .nullable()
          .describe('The usual command that reads the files; null: none.'),
      }),
    ),
  });

export const presetsList = { run: runPresets, result: presetsResult };
export const presetsShow = { run: runPresets, result: presetsResult };
