import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { FieldProblem } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import {
  type PresetPart,
  presetFormats,
  presetLineEnds,
  presetModes,
  TEMPLATE_MAX,
} from '#shared/domain/preset.ts';
import { formatRules } from '#shared/domain/presetFormat.ts';
import { type NamesExample, previewFor } from './exampleNames.ts';
import {
  type FileDraft,
  type PresetFormState,
  partsToShow,
  withFile,
  withFormat,
  withoutFile,
  withPart,
  withPartMoved,
} from './presetDraft.ts';

interface FileFieldsProps {
  readonly form: PresetFormState;
  readonly index: number;
  readonly file: FileDraft;
  readonly example: NamesExample;
}

export function FileFields({ form: { values, problems, change }, index, file, example }: FileFieldsProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const title = useId();
  const number = index + 1;
  const name = previewFor(file.name.trim(), example);
  const onChange = (changed: FileDraft) => change(withFile(values, changed));
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex h-6 items-center justify-between">
        <h4 id={title} className="text-xs font-semibold">
          {t('presets.fileNumber', { number })}
        </h4>
        {values.files.length > 1 && (
          <IconButton
            icon={Trash2}
            size="sm"
            label={t('presets.removeFile', { number })}
            onClick={() => change(withoutFile(values, file.key))}
          />
        )}
      </div>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <TextField
          label={t('presets.field.fileName')}
          error={errorText(problems[`files.${index}.name`])}
          {...(name === null ? {} : { hint: t('presets.preview', { title: example.title, name }) })}
          value={file.name}
          onValueChange={(next) => onChange({ ...file, name: next })}
          maxLength={TEMPLATE_MAX}
          required
          monospace
        />
        <Select
          label={t('presets.field.format')}
          {...(file.format === 'pem' ? {} : { hint: t(`presets.formatHint.${file.format}`) })}
          value={file.format}
          options={presetFormats.map((value) => ({ value, label: t(`presets.formatChoice.${value}`) }))}
          onValueChange={(format) => onChange(withFormat(file, format))}
        />
        {file.format === 'pem' ? (
          <FileParts file={file} onChange={onChange} />
        ) : (
          <FormatParts file={file} onChange={onChange} />
        )}
      </div>
      <FieldProblem id={problemId(file)} text={errorText(problems[`files.${index}.file`])} />
    </section>
  );
}

/** The element that says what is wrong with a file. */
function problemId({ key }: FileDraft): string {
  return `preset-file-${key}-problem`;
}

/** What few change of a file: who can read it, and its line ends. */
export function AdvancedFileFields({
  form: { values, problems, change },
  index,
  file,
  example,
}: FileFieldsProps) {
  const t = useT();
  const hasProblem = problems[`files.${index}.file`] !== undefined;
  const onChange = (changed: FileDraft) => change(withFile(values, changed));
  const hasKey = file.parts.includes('key');
  const modes = presetModes.filter((mode) => mode !== '644' || !hasKey || file.mode === '644');
  const number = index + 1;
  const name = previewFor(file.name.trim(), example) ?? t('presets.fileNumber', { number });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-semibold wrap-anywhere">{name}</legend>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <Select
          label={t('presets.field.mode')}
          aria-invalid={hasProblem || undefined}
          aria-describedby={hasProblem ? problemId(file) : undefined}
          value={file.mode}
          options={modes.map((value) => ({ value, label: t(`presets.mode.${value}`) }))}
          onValueChange={(mode) => onChange({ ...file, mode })}
        />
        {file.format === 'pem' && (
          <Select
            label={t('presets.field.lineEnds')}
            value={file.lineEnds}
            options={presetLineEnds.map((value) => ({ value, label: t(`presets.lineEnd.${value}`) }))}
            onValueChange={(lineEnds) => onChange({ ...file, lineEnds })}
          />
        )}
      </div>
    </fieldset>
  );
}

interface FilePartsProps {
  readonly file: FileDraft;
  readonly onChange: (file: FileDraft) => void;
}

/** The parts of a file whose format gives their order: those that it always contains, and the choices. */
function FormatParts({ file, onChange }: FilePartsProps) {
  const t = useT();
  const { always, optional, isSingle } = formatRules[file.format];
  const nameOf = (part: PresetPart) => t(`presets.part.${part}`);
  if (isSingle && optional.length > 0)
    return (
      <Select
        label={t('presets.field.part')}
        value={file.parts[0] ?? 'leaf'}
        options={optional.map((value) => ({
          value,
          label: nameOf(value).replace(/^./u, (first) => first.toUpperCase()),
        }))}
        onValueChange={(part) => onChange(withPart(file, part, true))}
      />
    );
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        {t('presets.field.always', { parts: always.map(nameOf).join(t('presets.partSeparator')) })}
      </p>
      {optional.map((part) => (
        <Checkbox
          key={part}
          label={<span className="inline-block first-letter:uppercase">{nameOf(part)}</span>}
          checked={file.parts.includes(part)}
          onCheckedChange={(isWanted) => onChange(withPart(file, part, isWanted))}
        />
      ))}
    </div>
  );
}

/** The parts of a PEM file in their order, then those that are not in it. */
function FileParts({ file, onChange }: FilePartsProps) {
  const t = useT();
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium">{t('presets.field.parts')}</legend>
      <ol className="divide-y divide-line rounded-md border border-line">
        {partsToShow(file).map((part) => {
          const place = file.parts.indexOf(part);
          const label = t(`presets.part.${part}`);
          return (
            <li key={part} className="flex h-8 items-center gap-1 pr-1 pl-2.5">
              <span className="flex min-w-0 flex-1 items-center">
                <Checkbox
                  label={<span className="inline-block first-letter:uppercase">{label}</span>}
                  checked={place >= 0}
                  onCheckedChange={(isWanted) => onChange(withPart(file, part, isWanted))}
                />
              </span>
              {place >= 0 && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    size="sm"
                    label={t('presets.moveUp', { part: label })}
                    disabled={place === 0}
                    onClick={() => onChange(withPartMoved(file, part, -1))}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="sm"
                    label={t('presets.moveDown', { part: label })}
                    disabled={place === file.parts.length - 1}
                    onClick={() => onChange(withPartMoved(file, part, 1))}
                  />
                </>
              )}
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}
