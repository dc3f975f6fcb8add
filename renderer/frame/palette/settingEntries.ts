import { Settings, SlidersHorizontal } from 'lucide-react';
import { alertPlaces, isNotificationsShown } from '#renderer/features/settings/alerts/alertPlaces.ts';
import { updatePlaces } from '#renderer/features/settings/help/UpdateSection.tsx';
import { languages, themes } from '#renderer/features/settings/preferences/AppearanceSelects.tsx';
import { changeSettings, type SettingLabel } from '#renderer/features/settings/preferences/changeSettings.ts';
import { generalPlaces, isGeneralShown } from '#renderer/features/settings/preferences/GeneralSection.tsx';
import type { Projection } from '#renderer/stores/mirror.ts';
import { openSettings, settingsSections } from '#renderer/stores/settingsStore.ts';
import { alertChannels } from '#shared/domain/alertChannels.ts';
import type { Settings as SettingValues } from '#shared/domain/settings.ts';
import type { PaletteContext, PaletteEntry } from './paletteEntry.ts';

const places = { general: generalPlaces, alerts: alertPlaces, about: updatePlaces };

interface PlacedSetting {
  readonly section: keyof typeof places;
  readonly name: keyof (typeof generalPlaces & typeof alertPlaces & typeof updatePlaces);
  readonly label: SettingLabel;
}

/** The settings that have a place on the settings page. */
export const placedSettings = Object.entries(places).flatMap(([section, labels]) =>
  Object.entries(labels).map(([name, label]) => ({ section, name, label })),
) as readonly PlacedSetting[];

/** Those that are only there under a condition. */
const isShown: { readonly [Name in keyof SettingValues]?: (app: Projection) => boolean } = {
  acmeDirectory: ({ settings }) => settings.checkRenewalInfo,
  notifications: isNotificationsShown,
  checkForUpdates: ({ update }) => update.kind !== 'noFeed',
};

/** The sections of the settings page, and once something is typed each setting: a choice at once, another one where it is. */
export function settingEntries(context: PaletteContext): readonly PaletteEntry[] {
  const { t, app } = context;
  const presetNames = app.presets.map(({ id, name }) => name ?? id);
  const sections = settingsSections.map(
    (section): PaletteEntry => ({
      id: `settings ${section}`,
      icon: Settings,
      text: t(`settings.sections.${section}`),
      synonyms: [t(`palette.words.section.${section}`), ...(section === 'presets' ? presetNames : [])].join(
        ' ',
      ),
      ...(section === 'webHooks' && app.receiver.hooks.length === 0 ? { isRare: true } : {}),
      run: () => openSettings(section),
    }),
  );
  const channels = alertChannels.map(
    ({ id }): PaletteEntry => ({
      id: `channel ${id}`,
      icon: SlidersHorizontal,
      text: t(`alertChannels.${id}.title`),
      about: t('settings.sections.alerts'),
      synonyms: t(`palette.words.channel.${id}`),
      isRare: true,
      run: () => openSettings('alerts', { label: t(`alertChannels.${id}.title`) }),
    }),
  );
  return [...sections, ...placeEntries(context), ...choiceEntries(context), ...channels].filter(
    ({ id }) => isGeneralShown(id, app.app.platform) && (isShown[id as keyof SettingValues]?.(app) ?? true),
  );
}

/** Each setting that is not a choice, opened where it is. */
function placeEntries({ t }: PaletteContext): readonly PaletteEntry[] {
  return placedSettings
    .filter(({ name }) => name !== 'language' && name !== 'theme')
    .map(({ section, name, label }) => ({
      id: name,
      icon: SlidersHorizontal,
      text: t(label),
      about: t(`settings.sections.${section}`),
      synonyms: t(`settings.words.${name}`),
      isRare: true,
      run: () => openSettings(section, { label: t(label) }),
    }));
}

/** Each value of language and theme, chosen at once. */
function choiceEntries({ t, app: { settings } }: PaletteContext): readonly PaletteEntry[] {
  const choice = (
    name: 'language' | 'theme',
    value: string,
    text: string,
    change: Partial<SettingValues>,
  ) => ({
    id: `${name} ${value}`,
    icon: SlidersHorizontal,
    text: t('palette.choice', { setting: t(generalPlaces[name]), value: text }),
    about: t('settings.sections.general'),
    synonyms: t(`settings.words.${name}`),
    isRare: true as const,
    run: () => void changeSettings(settings, change, generalPlaces[name]),
  });
  return [
    ...languages.map((language) =>
      choice('language', language, t(`settings.languages.${language}`), { language }),
    ),
    ...themes.map((theme) => choice('theme', theme, t(`settings.themes.${theme}`), { theme })),
  ];
}
