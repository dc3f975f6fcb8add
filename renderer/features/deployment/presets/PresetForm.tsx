import { FilePlus } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { type ExportPreset, PRESET_FILES_MAX } from '#shared/domain/preset.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import type { NamesExample } from './exampleNames.ts';
import { FileList } from './FileList.tsx';
import { NameFields } from './NameFields.tsx';
import {
  draftOf,
  emptyDraft,
  fieldsOf,
  type PresetFormDraft,
  saysTheSame,
  withNewFile,
} from './presetDraft.ts';
import { isFine, problemsOf } from './presetProblems.ts';
import { presetTitle } from './presetWords.ts';
import { ServerField } from './ServerField.tsx';
import { SwitchingField } from './SwitchingField.tsx';

interface PresetFormProps {
  /** The own preset that is changed; `null` for a new one. */
  readonly preset: ExportPreset | null;
  /** What a new one begins with; `null` for nothing. */
  readonly start: ExportPreset | null;
  readonly example: NamesExample;
  readonly onSaved: (preset: ExportPreset) => void;
  readonly onUnsavedChange: (isUnsaved: boolean) => void;
}

/** The form for an own preset: its name, the folder, its files, their server, and how they replace former ones. */
export function PresetForm({ preset, start, example, onSaved, onUnsavedChange }: PresetFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [before, setBefore] = useState<PresetFormDraft>(() => {
    if (preset !== null) return draftOf(preset, presetTitle(preset, t));
    if (start === null) return emptyDraft();
    return draftOf(start, t('presets.copyOf', { name: presetTitle(start, t) }));
  });
  const [draft, setDraft] = useState(before);
  const [isChecked, setIsChecked] = useState(false);
  const save = useAction((args: CallArgs<'presets:save'>) => bridge().calls['presets:save'](args));
  const isChanged = !saysTheSame(draft, before);
  useEffect(() => onUnsavedChange(isChanged), [onUnsavedChange, isChanged]);

  const { error } = save;
  const refusedName = error?.kind === 'invalidInput' && error.field === 'presetName' ? error : undefined;
  const problems = isChecked ? problemsOf(draft) : null;
  const change = (next: PresetFormDraft) => {
    setDraft(next);
    if (error !== null) save.reset();
  };
  const send = async () => {
    setIsChecked(true);
    if (save.busy || !isFine(problemsOf(draft))) return;
    const result = await save.run({ id: preset?.id ?? null, ...fieldsOf(draft) });
    if (!result.ok) return;
    setBefore(draft);
    setIsChecked(false);
    showToast({ tone: 'success', title: t('presets.saved'), text: presetTitle(result.value, t) });
    onSaved(result.value);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send().then(() => focusFirstInvalid(form.current));
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {preset === null && <p className="text-sm text-muted">{t('presets.newIntro')}</p>}
      <NameFields
        draft={draft}
        example={example}
        nameError={problems?.name ?? refusedName}
        folderError={problems?.folder}
        isNew={preset === null}
        onChange={change}
      />
      <SectionTitle>{t('presets.files')}</SectionTitle>
      <FileList draft={draft} example={example} problems={problems} onChange={change} />
      <div>
        <Button
          icon={FilePlus}
          disabled={draft.files.length >= PRESET_FILES_MAX}
          onClick={() => change(withNewFile(draft))}
        >
          {t('presets.addFile')}
        </Button>
      </div>
      <ServerField draft={draft} example={example} onChange={change} />
      <SwitchingField value={draft.switching} onChange={(switching) => change({ ...draft, switching })} />
      {error !== null && refusedName === undefined && <ErrorBanner reveal error={error} />}
      <div className="sticky -bottom-0.5 flex justify-end gap-2 border-t border-line bg-surface py-2">
        {preset !== null && (
          <Button variant="ghost" disabled={!isChanged} onClick={() => change(before)}>
            {t('presets.discard')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={save.busy} disabled={preset !== null && !isChanged}>
          {t('presets.save')}
        </Button>
      </div>
    </form>
  );
}
