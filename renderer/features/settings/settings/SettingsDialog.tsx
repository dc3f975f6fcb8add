import { type FormEvent, useId, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { FormFooter } from '#renderer/components/FormFooter.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useUnsavedGuard } from '#renderer/hooks/useUnsavedGuard.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { AlertFields } from './AlertFields.tsx';
import { ComputerFields } from './ComputerFields.tsx';
import { IntervalField } from './IntervalField.tsx';
import { checkSettings, draftOfSettings, type SettingsDraft } from './settingsDraft.ts';
import { ThresholdFields } from './ThresholdFields.tsx';
import { ThresholdMeaning } from './ThresholdMeaning.tsx';

const languages = ['system', 'en', 'zh-CN'] as const;
const themes = ['system', 'light', 'dark'] as const;

/** The dialog for the settings. They apply when they are saved, all or none. */
export function SettingsDialog() {
  const isOpen = useViewStore((state) => state.dialog.kind === 'settings');
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const formId = useId();
  const settings = useApp((projection) => projection.settings);
  const [draft, setDraft] = useState(() => draftOfSettings(settings));
  const [wasRefused, setWasRefused] = useState(false);
  const save = useAction((next: Settings) => bridge().calls['settings:set'](next));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOfSettings(settings));
  const guard = useUnsavedGuard(isChanged);
  const checked = checkSettings(draft);
  const problems = checked.ok ? {} : checked.error;
  const change = (part: Partial<SettingsDraft>) => setDraft((present) => ({ ...present, ...part }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWasRefused(!checked.ok);
    if (!checked.ok) focusFirstInvalid(event.currentTarget);
    if (!checked.ok || save.busy) return;
    const result = await save.run(checked.value);
    if (result.ok) closeDialog();
  };
  const footer = (
    <>
      {wasRefused && !checked.ok && (
        <p role="alert" className="flex-1 text-xs text-danger">
          {t('settings.refused')}
        </p>
      )}
      <FormFooter formId={formId} busy={save.busy} label={t('common.save')} />
    </>
  );
  return (
    <Dialog
      open
      onClose={() => guard.attempt(closeDialog)}
      title={t('settings.title')}
      closeOnOutsideClick={!isChanged}
      footer={guard.isAsking ? <UnsavedQuestion guard={guard} /> : footer}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {save.error !== null && <ErrorBanner reveal error={save.error} />}
        <section className="flex flex-col gap-3">
          <SectionTitle>{t('settings.appearance')}</SectionTitle>
          <div className="grid grid-cols-2 gap-4">
            <FormField label={t('settings.language')}>
              {(field) => (
                <Select
                  {...field}
                  value={draft.language}
                  onValueChange={(language) => change({ language })}
                  options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
                />
              )}
            </FormField>
            <FormField label={t('settings.theme')}>
              {(field) => (
                <Select
                  {...field}
                  value={draft.theme}
                  onValueChange={(theme) => change({ theme })}
                  options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
                />
              )}
            </FormField>
          </div>
        </section>
        <section className="flex flex-col gap-3 border-t border-line pt-4">
          <SectionTitle>{t('settings.checking')}</SectionTitle>
          <IntervalField draft={draft} problem={problems.pollIntervalMinutes} onChange={change} />
        </section>
        <section className="flex flex-col gap-3 border-t border-line pt-4">
          <SectionTitle>{t('settings.thresholds')}</SectionTitle>
          <ThresholdFields draft={draft} problems={problems} onChange={change} />
          <ThresholdMeaning settings={checked.ok ? checked.value : settings} />
        </section>
        <section className="flex flex-col gap-3 border-t border-line pt-4">
          <SectionTitle>{t('settings.alerts')}</SectionTitle>
          <AlertFields draft={draft} problem={problems.alertDays} onChange={change} />
        </section>
        <section className="flex flex-col gap-3 border-t border-line pt-4">
          <SectionTitle>{t('settings.computer')}</SectionTitle>
          <ComputerFields draft={draft} onChange={change} />
        </section>
      </form>
    </Dialog>
  );
}
