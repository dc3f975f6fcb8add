import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { FieldProblem } from '#renderer/components/FieldProblem.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { presetFormats, presetLineEnds, presetModes, TEMPLATE_MAX } from '#shared/domain/preset.ts';
import { FileParts } from './FileParts.tsx';
import { type FileDraft, withFormat, withPart } from './presetDraft.ts';

/** What is wrong with a file, in words, by field. */
export interface FileErrors {
  readonly name: string | null;
  readonly file: string | null;
}

interface FileFieldsProps {
  readonly file: FileDraft;
  /** Its place in the preset, counted from 1. */
  readonly number: number;
  /** What its name becomes for an order, in words; `null` while there is none. */
  readonly preview: string | null;
  readonly errors: FileErrors;
  readonly onChange: (file: FileDraft) => void;
  /** `null` for the only one. */
  readonly onRemove: (() => void) | null;
}

/** Everything about one file of a preset. */
export function FileFields({ file, number, preview, errors, onChange, onRemove }: FileFieldsProps) {
  const t = useT();
  const title = useId();
  const problem = useId();
  const hasKey = file.parts.includes('key');
  const modes = presetModes.filter((mode) => mode !== '644' || !hasKey || file.mode === '644');
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex h-6 items-center justify-between">
        <h4 id={title} className="text-xs font-semibold">
          {t('presets.fileNumber', { number })}
        </h4>
        {onRemove !== null && (
          <IconButton
            icon={Trash2}
            size="sm"
            label={t('presets.removeFile', { number })}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <FormField
          label={t('presets.field.fileName')}
          error={errors.name}
          {...(preview === null ? {} : { hint: preview })}
        >
          {(field) => (
            <TextField
              {...field}
              value={file.name}
              onValueChange={(name) => onChange({ ...file, name })}
              maxLength={TEMPLATE_MAX}
              required
              monospace
            />
          )}
        </FormField>
        <FormField
          label={t('presets.field.format')}
          {...(file.format === 'pem' ? {} : { hint: t(`presets.formatHint.${file.format}`) })}
        >
          {(field) => (
            <Select
              {...field}
              value={file.format}
              options={presetFormats.map((value) => ({ value, label: t(`presets.formatChoice.${value}`) }))}
              onValueChange={(format) => onChange(withFormat(file, format))}
            />
          )}
        </FormField>
        {file.format === 'pem' ? (
          <FileParts file={file} onChange={onChange} />
        ) : (
          <div className="flex flex-col gap-2">
            <p className="text-xs text-muted">{t('presets.field.pkcs12Parts')}</p>
            <Checkbox
              label={t('presets.field.withRoot')}
              checked={file.parts.includes('root')}
              onCheckedChange={(isWanted) => onChange(withPart(file, 'root', isWanted))}
            />
          </div>
        )}
        <div className="flex flex-col gap-3">
          <FormField label={t('presets.field.mode')}>
            {(field) => (
              <Select
                {...field}
                aria-invalid={errors.file === null ? undefined : true}
                aria-describedby={errors.file === null ? undefined : problem}
                value={file.mode}
                options={modes.map((value) => ({ value, label: t(`presets.mode.${value}`) }))}
                onValueChange={(mode) => onChange({ ...file, mode })}
              />
            )}
          </FormField>
          {file.format === 'pem' && (
            <FormField label={t('presets.field.lineEnds')}>
              {(field) => (
                <Select
                  {...field}
                  value={file.lineEnds}
                  options={presetLineEnds.map((value) => ({ value, label: t(`presets.lineEnd.${value}`) }))}
                  onValueChange={(lineEnds) => onChange({ ...file, lineEnds })}
                />
              )}
            </FormField>
          )}
        </div>
      </div>
      <FieldProblem id={problem} text={errors.file} />
    </section>
  );
}
