import { checkCommandDraft } from '#renderer/components/commandDraft.ts';
import type { Problems } from '#renderer/hooks/useForm.ts';
import type { ChannelSetting } from '#shared/domain/alertChannels.ts';
import { type AlertEventName, usualEventNames } from '#shared/domain/alertEvents.ts';
import { joinCommand } from '#shared/domain/commandWords.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { SettingValues } from './channelViews.ts';

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
