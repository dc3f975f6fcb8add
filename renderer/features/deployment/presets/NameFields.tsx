import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { TEMPLATE_MAX } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import { type NamesExample, previewFor } from './exampleNames.ts';
import type { PresetFormDraft } from './presetDraft.ts';

interface NameFieldsProps {
  readonly draft: PresetFormDraft;
  readonly example: NamesExample;
  readonly nameError: AppError | undefined;
  readonly folderError: AppError | undefined;
  readonly isNew: boolean;
  readonly onChange: (draft: PresetFormDraft) => void;
}

/** The name of a preset and the folder of its files. */
export function NameFields({ draft, example, nameError, folderError, isNew, onChange }: NameFieldsProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const folder = draft.folder.trim();
  const { title } = example;
  const preview = previewFor(folder, example);
  const result =
    folder === ''
      ? t('presets.noFolder')
      : preview !== null && t('presets.preview', { title, name: `${preview}/` });
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      <FormField label={t('presets.field.name')} error={errorText(nameError)}>
        {(field) => (
          <TextField
            {...field}
            autoFocus={isNew}
            value={draft.name}
            onValueChange={(name) => onChange({ ...draft, name })}
            placeholder={t('presets.field.namePlaceholder')}
            maxLength={200}
            required
          />
        )}
      </FormField>
      <FormField
        label={t('presets.field.folder')}
        error={errorText(folderError)}
        hint={
          <>
            <span className="block break-words">{result}</span>
            <span className="block">{t('presets.field.variables')}</span>
          </>
        }
      >
        {(field) => (
          <TextField
            {...field}
            value={draft.folder}
            onValueChange={(next) => onChange({ ...draft, folder: next })}
            maxLength={TEMPLATE_MAX}
            monospace
          />
        )}
      </FormField>
    </div>
  );
}
