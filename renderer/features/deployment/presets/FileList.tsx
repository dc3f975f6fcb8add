import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type NamesExample, previewFor } from './exampleNames.ts';
import { FileFields } from './FileFields.tsx';
import { type PresetFormDraft, withFile, withoutFile } from './presetDraft.ts';
import type { PresetProblems } from './presetProblems.ts';

interface FileListProps {
  readonly draft: PresetFormDraft;
  readonly example: NamesExample;
  /** `null` while nothing was checked. */
  readonly problems: PresetProblems | null;
  readonly onChange: (draft: PresetFormDraft) => void;
}

/** The files of a preset that is edited. */
export function FileList({ draft, example, problems, onChange }: FileListProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  return draft.files.map((file, index) => {
    const { title } = example;
    const name = previewFor(file.name.trim(), example);
    const problem = problems?.files[index];
    return (
      <FileFields
        key={file.key}
        file={file}
        number={index + 1}
        preview={name === null ? null : t('presets.preview', { title, name })}
        errors={{ name: errorText(problem?.name), file: errorText(problem?.file) }}
        onChange={(changed) => onChange(withFile(draft, changed))}
        onRemove={draft.files.length === 1 ? null : () => onChange(withoutFile(draft, file.key))}
      />
    );
  });
}
