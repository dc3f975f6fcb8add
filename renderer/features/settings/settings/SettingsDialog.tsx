import { bridge } from '#renderer/bridge.ts';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { AlertFields } from './AlertFields.tsx';
import { IntervalField } from './IntervalField.tsx';
import { checkSettings, draftOfSettings, type SettingsProblems } from './settingsDraft.ts';
import { ThresholdFields, ThresholdMeaning } from './ThresholdFields.tsx';

const languages = ['system', 'en', 'zh-CN'] as const;
const themes = ['system', 'light', 'dark'] as const;

/** The dialog for the settings: all of them apply when they are saved. */
export function SettingsDialog() {
  const isOpen = useViewStore((state) => state.dialog.kind === 'settings');
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const settings = useApp((projection) => projection.settings);
  const form = useForm({
    initial: draftOfSettings(settings),
    check: checkSettings,
    send: (next) => bridge().calls['settings:set'](next),
    problemsOf: (): SettingsProblems => ({}),
    onStored: closeDialog,
  });
  const { values, problems, change } = form;
  const checked = checkSettings(values);
  return (
    <FormDialog
      form={form}
      title={t('settings.title')}
      saveLabel={t('common.save')}
      onClose={closeDialog}
      className="gap-5"
      note={
        Object.keys(problems).length > 0 && (
          <p role="alert" className="flex-1 text-xs text-danger">
            {t('settings.refused')}
          </p>
        )
      }
    >
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <section className="flex flex-col gap-3">
        <SectionTitle>{t('settings.appearance')}</SectionTitle>
        <div className="grid grid-cols-2 gap-4">
          <Select
            label={t('settings.language')}
            value={values.language}
            onValueChange={(language) => change({ language })}
            options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
          />
          <Select
            label={t('settings.theme')}
            value={values.theme}
            onValueChange={(theme) => change({ theme })}
            options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
          />
        </div>
      </section>
      <section className="flex flex-col gap-3 border-t border-line pt-4">
        <SectionTitle>{t('settings.checking')}</SectionTitle>
        <IntervalField draft={values} problem={problems.pollIntervalMinutes} onChange={change} />
      </section>
      <section className="flex flex-col gap-3 border-t border-line pt-4">
        <SectionTitle>{t('settings.thresholds')}</SectionTitle>
        <ThresholdFields draft={values} problems={problems} onChange={change} />
        <ThresholdMeaning settings={checked.ok ? checked.value : settings} />
      </section>
      <section className="flex flex-col gap-3 border-t border-line pt-4">
        <SectionTitle>{t('settings.alerts')}</SectionTitle>
        <AlertFields draft={values} problem={problems.alertDays} onChange={change} />
      </section>
      <section className="flex flex-col gap-3 border-t border-line pt-4">
        <SectionTitle>{t('settings.computer')}</SectionTitle>
        {(['startAtLogin', 'checkForUpdates'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`settings.${name}`)}
            hint={t(`settings.${name}Hint`)}
            checked={values[name]}
            onCheckedChange={(isOn) => change({ [name]: isOn })}
          />
        ))}
      </section>
    </FormDialog>
  );
}
