import { builtinPresetIds, type ExportPreset, type PresetFile } from '#shared/domain/preset.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** One line on what a preset is for. */
export function presetAbout({ id, name }: Pick<ExportPreset, 'id' | 'name'>, t: Translate): string {
  const builtin = name === null ? builtinPresetIds.find((known) => known === id) : undefined;
  return t(`presets.about.${builtin ?? 'own'}`);
}

/** The contents of a file in their order, such as `private key + chain`. */
export function fileContents({ parts }: Pick<PresetFile, 'parts'>, t: Translate): string {
  return parts.map((part) => t(`presets.part.${part}`)).join(t('presets.partSeparator'));
}
