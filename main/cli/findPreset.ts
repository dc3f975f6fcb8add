import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { cleanText } from '#shared/text.ts';
import type { CommandContext } from './context.ts';

/** The preset with this id or name; `null`, after saying which there are: none has it. */
export function findPreset(wanted: string, { services, t, tell }: CommandContext): ExportPreset | null {
  const all = services.presets.list();
  const found =
    all.find(({ id }) => id === wanted) ?? all.find((preset) => presetTitle(preset, t) === wanted) ?? null;
  if (found !== null) return found;
  const names = all.map((preset) => cleanText(preset.name ?? preset.id)).join(t('common.listSeparator'));
  tell(t('cli.export.unknownPreset', { preset: cleanText(wanted), presets: names }));
  return null;
}
