import { FilePlus } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { SaveButtons } from '#renderer/components/SaveButtons.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { PRESET_FILES_MAX, TEMPLATE_MAX } from '#shared/domain/preset.ts';
import { missingForServer } from '#shared/domain/presetServer.ts';
import { type ExportPreset, presetServers } from '#shared/domain/presets/presets.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { type NamesExample, previewFor } from './exampleNames.ts';
import { AdvancedFileFields, FileFields } from './FileFields.tsx';
import {
  checkPreset,
  draftOf,
  emptyDraft,
  fieldsOf,
  type PresetFormState,
  presetProblems,
  withNewFile,
} from './presetDraft.ts';
import { SnippetPreview } from './SnippetPreview.tsx';

interface PresetFormProps {
  readonly preset: ExportPreset | null;
  /** The preset that a new one starts as a copy of; `null` for none. */
  readonly start: ExportPreset | null;
  readonly example: NamesExample;
  readonly onSaved: (preset: ExportPreset) => void;
}

/** The form for a custom preset: its name, the folder, its files and their server. */
export function PresetForm({ preset, start, example, onSaved }: PresetFormProps) {
  const t = useT();
  const copyOfStart =
    start === null ? emptyDraft() : draftOf(start, t('presets.copyOf', { name: presetTitle(start, t) }));
  const form = useForm({
    initial: preset === null ? copyOfStart : draftOf(preset, presetTitle(preset, t)),
    compared: fieldsOf,
    check: checkPreset,
    send: (fields) => bridge().calls['presets:save']({ id: preset?.id ?? null, ...fields }),
    problemsOf: presetProblems,
    onStored: (stored) => {
      showToast({ tone: 'success', title: t('presets.saved'), text: presetTitle(stored, t) });
      onSaved(stored);
    },
  });
  const { values, change } = form;
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {preset === null && <p className="text-sm text-muted">{t('presets.newIntro')}</p>}
      <NameFields form={form} example={example} isNew={preset === null} />
      <SectionTitle>{t('presets.files')}</SectionTitle>
      {values.files.map((file, index) => (
        <FileFields key={file.key} form={form} index={index} file={file} example={example} />
      ))}
      <div>
        <Button
          icon={FilePlus}
          disabled={values.files.length >= PRESET_FILES_MAX}
          onClick={() => change(withNewFile(values))}
        >
          {t('presets.addFile')}
        </Button>
      </div>
      <ServerField form={form} example={example} />
      <AdvancedFields form={form} example={example} />
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <SaveButtons form={form} texts="presets" isNew={preset === null} />
    </form>
  );
}

interface FieldsProps {
  readonly form: PresetFormState;
  readonly example: NamesExample;
}

function NameFields({ form, example, isNew }: FieldsProps & { readonly isNew: boolean }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const { values, problems, change } = form;
  const folder = values.folder.trim();
  const { title } = example;
  const preview = previewFor(folder, example);
  const result =
    folder === ''
      ? t('presets.noFolder')
      : preview !== null && t('presets.preview', { title, name: `${preview}/` });
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      <TextField
        label={t('presets.field.name')}
        error={errorText(problems.name)}
        autoFocus={isNew}
        value={values.name}
        onValueChange={(name) => change({ name })}
        placeholder={t('presets.field.namePlaceholder')}
        maxLength={textLimits.name}
        required
      />
      <TextField
        label={t('presets.field.folder')}
        error={errorText(problems.folder)}
        hint={
          <>
            <span className="block break-words">{result}</span>
            <span className="block">{t('presets.field.variables')}</span>
          </>
        }
        value={values.folder}
        onValueChange={(next) => change({ folder: next })}
        maxLength={TEMPLATE_MAX}
        monospace
      />
    </div>
  );
}

/** The server that an export shows configuration for, with that configuration, or what it lacks. */
function ServerField({ form: { values, change }, example }: FieldsProps) {
  const t = useT();
  const { server, files } = values;
  const missing =
    server === null
      ? []
      : missingForServer(server, files).map((need) =>
          t('presets.serverLacks', {
            server: t(`presets.names.${server}`),
            need: t(`presets.serverNeed.${need}`),
          }),
        );
  const hint = missing.map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ));
  const choices = [
    { value: 'none', label: t('presets.noServer') },
    ...presetServers.map((value) => ({ value, label: t(`presets.names.${value}`) })),
  ] as const;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Select
          label={t('presets.field.server')}
          {...(hint.length === 0 ? {} : { hint })}
          value={server ?? 'none'}
          options={choices}
          onValueChange={(value) => change({ server: value === 'none' ? null : value })}
        />
      </div>
      <SnippetPreview preset={values} example={example} />
    </div>
  );
}

/** What few change: who can read the files, and their line ends. Open where something in it is wrong. */
function AdvancedFields({ form, example }: FieldsProps) {
  const t = useT();
  const [isOpened, setOpened] = useState(false);
  const { files } = form.values;
  const hasProblem = files.some((_, index) => form.problems[`files.${index}.file`] !== undefined);
  return (
    <Disclosure title={t('presets.advanced')} isOpen={isOpened || hasProblem} onOpenChange={setOpened}>
      {files.map((file, index) => (
        <AdvancedFileFields key={file.key} form={form} index={index} file={file} example={example} />
      ))}
    </Disclosure>
  );
}
