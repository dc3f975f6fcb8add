import { bridge } from '#renderer/bridge.ts';
import { untilApp } from '#renderer/stores/appStore.ts';
import { dismissToast, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { MessageKey, PlainKey } from '#shared/i18n/types.ts';
import { isEqual } from '#shared/isEqual.ts';

/** The key of a setting's name. */
export type SettingLabel = PlainKey<Extract<MessageKey, `settings.${string}`>>;

/** The settings of a section, each with the name that the section shows. */
export type SettingPlaces = { readonly [Name in keyof Settings]?: SettingLabel };

/** The toast of the last change: the next change replaces it. */
let lastToast: number | null = null;

/**
 * Stores changes that differ from the settings, and offers to undo them.
 * @param label names what was changed
 * @returns whether they are stored
 */
export async function changeSettings(
  settings: Settings,
  change: Partial<Settings>,
  label: SettingLabel,
): Promise<boolean> {
  const names = Object.keys(change) as (keyof Settings)[];
  if (names.every((name) => isEqual(settings[name], change[name]))) return true;
  const previous = Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<Settings>;
  const isStored = await store(change);
  if (isStored) void offerUndo(change, previous, label);
  return isStored;
}

/** Sends nothing else: another section may have changed other settings that main has not confirmed yet. */
async function store(change: Partial<Settings>): Promise<boolean> {
  const result = await bridge().calls['settings:set'](change);
  if (!result.ok) {
    const t = translateNow();
    const { why, next } = describeError(result.error, t);
    const text = t('common.sentences', { first: why, second: next });
    showToast({ tone: 'danger', title: t('settings.notChanged'), text });
  }
  return result.ok;
}

/** The toast is in the language of the window, which a change may have changed: its texts are loaded first. */
async function offerUndo(
  change: Partial<Settings>,
  previous: Partial<Settings>,
  label: SettingLabel,
): Promise<void> {
  const names = Object.keys(change) as (keyof Settings)[];
  await untilApp((app) => names.every((name) => isEqual(app.settings[name], change[name])));
  const t = translateNow();
  if (lastToast !== null) dismissToast(lastToast);
  const content = { tone: 'success', title: t('settings.changed'), text: t(label) } as const;
  lastToast = showUndoable(content, { call: 'settings:set', args: previous });
}
