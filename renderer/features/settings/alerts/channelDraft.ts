import { bridge } from '#renderer/bridge.ts';
import { checkCommandDraft } from '#renderer/components/commandDraft.ts';
import type { Problems } from '#renderer/hooks/useForm.ts';
import {
  type AlertChannelId,
  type AlertChannelView,
  alertChannels,
  type ChannelSetting,
  channelCall,
  type SignedChannelId,
} from '#shared/domain/alertChannels.ts';
import { type AlertEventName, usualEventNames } from '#shared/domain/alertEvents.ts';
import { joinCommand } from '#shared/domain/commandWords.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A setting as it is typed: a command is one line. */
export type SettingDraft = string | readonly AlertEventName[];

type SettingProblems = Problems<string>;

/** The draft of a value that main has, or of none. */
export function draftOf(kind: ChannelSetting['kind'], value: unknown, platform: string): SettingDraft {
  switch (kind) {
    case 'line':
      return typeof value === 'string' ? value : '';
    case 'command':
      return joinCommand(Array.isArray(value) ? value : [], platform);
    case 'events':
      return Array.isArray(value) ? value : usualEventNames;
  }
}

/** The values of drafts, or what is wrong with them by the names of the settings. */
export function readDrafts(
  settings: readonly ChannelSetting[],
  drafts: Readonly<Record<string, SettingDraft>>,
  platform: string,
): Result<SettingValues, SettingProblems> {
  const values: Record<string, unknown> = {};
  const problems: SettingProblems = {};
  for (const { name, kind } of settings) {
    const draft = drafts[name];
    const read =
      kind === 'command' && typeof draft === 'string'
        ? checkCommandDraft({ line: draft }, platform)
        : ok(draft);
    if (read.ok) values[name] = read.value;
    else problems[name] = read.error.line;
  }
  return Object.values(problems).length > 0 ? err(problems) : ok(values);
}

/** The setting that an error of main is about. */
export function problemsOf(settings: readonly ChannelSetting[], error: AppError): SettingProblems {
  if (error.kind !== 'invalidInput') return {};
  const setting = settings.find((each) => each.kind !== 'events' && each.input === error.field);
  return setting === undefined ? {} : { [setting.name]: error };
}

/** The values of settings by their names. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The settings of a channel, in the order in which they are shown. */
export function settingsOf(id: AlertChannelId): readonly ChannelSetting[] {
  return alertChannels.find((channel) => channel.id === id)?.settings ?? [];
}

/** A channel that the user set, if its events are signed; otherwise `null`. */
export function signedOf(id: AlertChannelId, view: AlertChannelView<AlertChannelId> | null) {
  const isSigned = view !== null && 'secret' in view;
  return isSigned ? { id: id as SignedChannelId, view } : null;
}

/** Sets a channel, or removes it with `null`. Its call takes a single value as it is, and several as an object. */
export function setChannel(id: AlertChannelId, values: SettingValues | null): Promise<Result<null>> {
  const entries = values === null ? [] : settingsOf(id).map(({ name }) => [name, values[name]] as const);
  const [first, ...others] = entries;
  const draft = values === null ? null : others.length === 0 ? first?.[1] : Object.fromEntries(entries);
  // Main checks it with the schema of the channel.
  return bridge().calls[channelCall('set', id)](draft as never);
}
