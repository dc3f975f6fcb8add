import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { dismissToast, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import { untilApp } from '#renderer/stores/untilApp.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { MessageKey, PlainKey } from '#shared/i18n/types.ts';
import { isEqual } from '#shared/isEqual.ts';

/** The key of a setting's name. */
type SettingLabel = PlainKey<Extract<MessageKey, `settings.${string}`>>;

export interface LiveSettings {
  /** Main's settings, with the choices that main has not confirmed yet. */
  readonly settings: Settings;
  /** Stores a change at once, and offers to undo it. @param label names what was changed */
  readonly change: (change: Partial<Settings>, label: SettingLabel) => void;
}

/** The toast of the last change: the next change replaces it. */
let lastToast: number | null = null;

/** The settings, to be changed one by one. */
export function useLiveSettings(): LiveSettings {
  const stored = useApp((app) => app.settings);
  const [chosen, setChosen] = useState<{
    readonly over: Settings;
    readonly change: Partial<Settings>;
  } | null>(null);
  const settings = chosen?.over === stored ? { ...stored, ...chosen.change } : stored;
  return {
    settings,
    change: (change, label) => {
      const names = Object.keys(change) as (keyof Settings)[];
      if (names.every((name) => isEqual(settings[name], change[name]))) return;
      const previous = Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<Settings>;
      setChosen({ over: stored, change: { ...(chosen?.over === stored ? chosen.change : {}), ...change } });
      void store(change).then((isStored) => {
        if (isStored) void offerUndo(change, previous, label);
        else setChosen(null);
      });
    },
  };
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
