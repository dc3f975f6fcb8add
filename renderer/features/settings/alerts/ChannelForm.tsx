import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showFailure } from '#renderer/stores/toastStore.ts';
import { type AlertChannelId, isSignedChannel } from '#shared/domain/alertChannels.ts';
import { ChannelField } from './ChannelField.tsx';
import { draftOf, problemsOf, readDrafts } from './channelDraft.ts';
import { type SettingValues, setChannel, settingsOf } from './channelViews.ts';

interface ChannelFormProps {
  readonly id: AlertChannelId;
  /** `null`: the user did not set the channel. */
  readonly view: SettingValues | null;
}

/** The settings of a channel. */
export function ChannelForm({ id, view }: ChannelFormProps) {
  const typed = settingsOf(id).map(({ name, kind }) => (kind === 'events' ? null : view?.[name]));
  // A new form for others: main completes what was typed, such as the name of a program.
  return <Form key={JSON.stringify(typed)} {...{ id, view }} />;
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
  const remove = async (failed: string) => {
    const result = await setChannel(id, null);
    if (!result.ok) showFailure(failed, result.error);
  };
  return (
    <form {...form.props} className={cx('flex flex-col', settings.length > 1 ? 'gap-3' : 'gap-2')}>
      {settings.map((setting) => (
        <ChannelField
          key={setting.name}
          {...{ id, setting }}
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
          <Button variant="ghost" onClick={() => void remove(t(`alertChannels.${id}.removeFailed`))}>
            {t(`alertChannels.${id}.remove`)}
          </Button>
        )}
      </div>
    </form>
  );
}
