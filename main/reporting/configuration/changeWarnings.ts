import type { ConfigurationWarning } from '#shared/domain/configurationChange.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { formatRules } from '#shared/domain/presetFormat.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import {
  type ConfigurationDestination,
  type ConfigurationPreset,
  CUSTOM_PRESET,
} from './configurationSchema.ts';
import { nameKey } from './configurationText.ts';
import type { Difference } from './difference.ts';

/**
 * What the user has to confirm of a change, beyond the import: who can read a private key, where it goes, and alerts that
 * become silent.
 * @param presets the custom presets of the file, by `nameKey`
 */
export function warningsOf(
  change: Difference,
  presets: ReadonlyMap<string, ConfigurationPreset>,
): readonly ConfigurationWarning[] {
  if (change.action === 'removed') return [];
  const before = change.action === 'changed' ? change.before : null;
  switch (change.kind) {
    case 'preset': {
      const { name } = change.item;
      const isLinked = presets.get(change.key)?.switching === 'link';
      const warnings = ofPreset(change.item, before as ConfigurationPreset | null);
      return isLinked ? [...warnings, { kind: 'links', name }] : warnings;
    }
    case 'destination':
      return ofDestination(change.item, before as ConfigurationDestination | null, presets);
    case 'setting': {
      const { name, value } = change.item;
      return name.startsWith('alert') && value === false ? [{ kind: 'alertsOff', name }] : [];
    }
    default:
      return [];
  }
}

function ofPreset(preset: ConfigurationPreset, before: ConfigurationPreset | null): ConfigurationWarning[] {
  const formerFiles = new Map(before?.files.map((file) => [file.name, file]));
  const withKey = preset.files.filter(hasKey);
  const warnings = withKey.flatMap((file) => ofFile(file, formerFiles.get(file.name)));
  if (before === null || withKey.length === 0) return warnings;
  if (preset.folder !== before.folder) warnings.push({ kind: 'keyMoved', name: preset.folder });
  return warnings;
}

/** Of a file with the private key. */
function ofFile(file: PresetFile, former: PresetFile | undefined): ConfigurationWarning[] {
  const { name } = file;
  const warnings: ConfigurationWarning[] = [];
  const hadKey = former !== undefined && hasKey(former);
  if (!hadKey) warnings.push({ kind: 'keyAdded', name });
  const formerMode = hadKey ? Number.parseInt(former.mode, 8) : OWNER_ONLY;
  if ((Number.parseInt(file.mode, 8) & ~formerMode) !== 0) warnings.push({ kind: 'modeWidened', name });
  if (hadKey && isEncrypted(former) && !isEncrypted(file)) warnings.push({ kind: 'encryptionLost', name });
  return warnings;
}

const OWNER_ONLY = 0o600;

function ofDestination(
  { preset, parts, folder, automaticUpdates }: ConfigurationDestination,
  before: ConfigurationDestination | null,
  presets: ReadonlyMap<string, ConfigurationPreset>,
): ConfigurationWarning[] {
  if (!exportsKey(preset, parts, presets)) return [];
  if (before === null) return [{ kind: 'destination', name: folder }];
  return automaticUpdates && !before.automaticUpdates ? [{ kind: 'updatesOn', name: folder }] : [];
}

/** Whether files of a destination have the private key. */
function exportsKey(
  preset: string,
  parts: ConfigurationDestination['parts'],
  presets: ReadonlyMap<string, ConfigurationPreset>,
): boolean {
  if (parts !== null) return parts.includes('key');
  const { files } =
    (preset.startsWith(CUSTOM_PRESET)
      ? presets.get(nameKey(preset.slice(CUSTOM_PRESET.length)))
      : builtinPresets.find(({ id }) => id === preset)) ?? {};
  return files?.some(hasKey) !== false;
}

function hasKey({ parts }: PresetFile): boolean {
  return parts.includes('key');
}

function isEncrypted({ format }: PresetFile): boolean {
  return formatRules[format].isEncrypted;
}
