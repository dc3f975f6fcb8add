import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { CommandField } from '#renderer/components/CommandField.tsx';
import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { told } from '#renderer/stores/toastStore.ts';
import {
  type AlertChannelId,
  type ChannelSetting,
  isSignedChannel,
  type SettingKey,
} from '#shared/domain/alertChannels.ts';
import { type AlertEventName, alertEventNames, isOfCondition } from '#shared/domain/alertEvents.ts';
import type { AppError } from '#shared/errors.ts';
import type { Translate } from '#shared/i18n/types.ts';
import {
  draftOf,
  problemsOf,
  readDrafts,
  type SettingDraft,
  type SettingValues,
  setChannel,
  settingsOf,
} from './channelDraft.ts';

interface ChannelFormProps {
  readonly id: AlertChannelId;
  /** `null`: the user did not set the channel. */
  readonly view: SettingValues | null;
}

/** The settings of a channel. */
export function ChannelForm({ id, view }: ChannelFormProps) {
  const typed = settingsOf(id).map(({ name, kind }) => (kind === 'events' ? null : view?.[name]));
  // Main completes what was typed, such as the name of a program: a new form then shows what is stored.
  return <Form key={JSON.stringify(typed)} id={id} view={view} />;
}

function Form({ id, view }: ChannelFormProps) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const settings = settingsOf(id);
  const form = useForm({
    initial: Object.fromEntries(
      settings.map(({ name, kind }) => [name, draftOf(kind, view?.[name], platform)]),
    ),
    check: (drafts) => readDrafts(settings, drafts, platform),
    send: (values) => setChannel(id, values),
    problemsOf: (error) => problemsOf(settings, error),
  });
  return (
    <form {...form.props} className={cx('flex flex-col', settings.length > 1 ? 'gap-3' : 'gap-2')}>
      {settings.map((setting) => (
        <ChannelField
          key={setting.name}
          id={id}
          setting={setting}
          draft={form.values[setting.name]}
          problem={form.problems[setting.name]}
          onChange={(draft) => form.change({ [setting.name]: draft })}
        />
      ))}
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <div className="flex gap-2">
        <Button type="submit" disabled={!form.isDirty} busy={form.busy}>
          {t(`alertChannels.${id}.save`)}
        </Button>
        {view !== null && !isSignedChannel(id) && (
          <Button
            variant="ghost"
            onClick={() => void told(setChannel(id, null), `alertChannels.${id}.removeFailed`)}
          >
            {t(`alertChannels.${id}.remove`)}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldProps<Draft> {
  readonly draft: Draft;
  readonly problem: AppError | undefined;
  readonly onChange: (draft: Draft) => void;
}

interface ChannelFieldProps extends Omit<FieldProps<SettingDraft>, 'draft'> {
  readonly id: AlertChannelId;
  readonly setting: ChannelSetting;
  readonly draft: SettingDraft | undefined;
}

/** The field of a setting, by its kind. */
function ChannelField({ id, setting: { name, kind }, draft, ...rest }: ChannelFieldProps) {
  const key = `${id}.${name}`;
  const text = typeof draft === 'string' ? draft : '';
  switch (kind) {
    case 'line':
      return <LineField setting={key as SettingKey<'line'>} draft={text} {...rest} />;
    case 'command':
      return <ProgramField setting={key as SettingKey<'command'>} draft={text} {...rest} />;
    case 'events':
      return <EventsField draft={typeof draft === 'object' ? draft : []} {...rest} />;
  }
}

interface LineFieldProps extends FieldProps<string> {
  readonly setting: SettingKey<'line'>;
}

function LineField({ setting, draft, problem, onChange }: LineFieldProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  return (
    <TextField
      label={t(`alertChannels.${setting}`)}
      hint={t(`alertChannels.${setting}Hint`)}
      error={errorText(problem)}
      value={draft}
      onValueChange={onChange}
      monospace
    />
  );
}

interface ProgramFieldProps extends FieldProps<string> {
  readonly setting: SettingKey<'command'>;
}

function ProgramField({ setting, draft, problem, onChange }: ProgramFieldProps) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  return (
    <div className="flex flex-col gap-2">
      <CommandField
        value={draft}
        problem={problem}
        onChange={onChange}
        platform={platform}
        hint={t(`alertChannels.${setting}Hint`)}
      />
      <p className="text-xs text-muted">{t('copies.command.rules')}</p>
    </div>
  );
}

type EventsFieldProps = Omit<FieldProps<readonly AlertEventName[]>, 'problem'>;

function EventsField({ draft, onChange }: EventsFieldProps) {
  const t = useT();
  const choose = (name: AlertEventName, isOn: boolean) =>
    onChange(alertEventNames.filter((each) => (each === name ? isOn : draft.includes(each))));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-sm font-medium">{t('alertChannels.which')}</legend>
      <div className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2">
        {alertEventNames.map((name) => (
          <Checkbox
            key={name}
            label={nameOf(name, t)}
            checked={draft.includes(name)}
            onCheckedChange={(isOn) => choose(name, isOn)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function nameOf(name: AlertEventName, t: Translate): string {
  return isOfCondition(name) ? t(`conditions.event.${name}`) : t(`alertChannels.event.${name}`);
}
