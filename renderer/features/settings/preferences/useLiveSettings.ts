import { useState } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { changeSettings, type SettingLabel } from './changeSettings.ts';

export interface LiveSettings {
  /** Main's settings, with the choices that main has not confirmed yet. */
  readonly settings: Settings;
  /** Stores a change at once, and offers to undo it. @param label names what was changed */
  readonly change: (change: Partial<Settings>, label: SettingLabel) => void;
}

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
      setChosen({ over: stored, change: { ...(chosen?.over === stored ? chosen.change : {}), ...change } });
      void changeSettings(settings, change, label).then((isStored) => {
        if (!isStored) setChosen(null);
      });
    },
  };
}
