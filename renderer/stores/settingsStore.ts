import { create } from 'zustand';
import type { ExportDialogState } from './dialog.ts';

export const settingsSections = ['general', 'connections', 'alerts', 'webHooks', 'presets', 'about'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** What the settings page shows first. */
export interface SettingsPlace {
  readonly section: SettingsSection;
  /** The connection, WebHook or preset to show, or a page of the help; `null`: the first one. */
  readonly itemId: string | null;
  /** The name of a setting on the page, which gets the focus; `null`: none. */
  readonly label: string | null;
  /** The export that the page was opened from: it comes back when the page closes. */
  readonly returnTo: ExportDialogState | null;
}

interface SettingsState {
  /** `null`: the page is closed. */
  readonly place: SettingsPlace | null;
  /** What had the focus before the page opened. */
  readonly focused: Element | null;
}

export const closedSettings: SettingsState = { place: null, focused: null };

/** Whether the settings page covers the window, and where it is. The view below it stays as it is. */
export const useSettingsStore = create<SettingsState>()(() => closedSettings);

/** Opens the settings page at a section, or goes to that section. */
export function openSettings(
  section: SettingsSection,
  { itemId = null, label = null, returnTo = null }: Partial<Omit<SettingsPlace, 'section'>> = {},
): void {
  useSettingsStore.setState(({ place, focused }) => ({
    place: { section, itemId, label, returnTo: returnTo ?? place?.returnTo ?? null },
    focused: place === null ? document.activeElement : focused,
  }));
}

export function isSettingsOpen(): boolean {
  return useSettingsStore.getState().place !== null;
}

/** Changes the export that comes back when the page closes. */
export function returnToExport(returnTo: ExportDialogState): void {
  useSettingsStore.setState(({ place }) => ({ place: place === null ? null : { ...place, returnTo } }));
}
