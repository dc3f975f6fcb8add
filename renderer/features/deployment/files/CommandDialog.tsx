import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormFooter } from '#renderer/components/FormFooter.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useUnsavedGuard } from '#renderer/hooks/useUnsavedGuard.ts';
import { closeDialog, closeThis, useViewStore } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { CommandFields } from './CommandFields.tsx';
import { setCommand } from './commandActions.ts';
import {
  type CommandDraft,
  type CommandProblem,
  commandOf,
  draftOf,
  problemOf,
  saysTheSame,
} from './commandDraft.ts';

/** The form for the command of a copy. The system asks once more before it is taken. */
export function CommandDialog({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const formId = useId();
  const [before] = useState(() => draftOf(copy.command));
  const [draft, setDraft] = useState(before);
  const [found, setFound] = useState<CommandProblem | null>(null);
  const save = useAction((command: readonly string[]) => setCommand(copy, command));
  const isChanged = !saysTheSame(draft, before);
  const guard = useUnsavedGuard(isChanged);
  const { error } = save;
  const refused: CommandProblem | null = error?.kind === 'invalidInput' ? { at: 'program', error } : null;

  const change = (next: CommandDraft) => {
    setDraft(next);
    setFound(null);
    if (error !== null) save.reset();
  };
  const send = async () => {
    const problem = problemOf(draft);
    setFound(problem);
    if (save.busy || problem !== null) return;
    const { dialog } = useViewStore.getState();
    const result = await save.run(commandOf(draft));
    if (result.ok) closeThis(dialog);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void send().then(() => focusFirstInvalid(form));
  };
  const footer = (
    <FormFooter
      formId={formId}
      busy={save.busy}
      disabled={copy.command !== null && !isChanged}
      label={t('copies.command.save')}
    />
  );
  return (
    <Dialog
      open
      onClose={() => guard.attempt(closeDialog)}
      title={t('copies.command.title')}
      closeOnOutsideClick={false}
      footer={guard.isAsking ? <UnsavedQuestion guard={guard} /> : footer}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-sm wrap-anywhere text-muted">
          {t('copies.command.about', { folder: copy.folder })}
        </p>
        <CommandFields draft={draft} problem={found ?? refused} onChange={change} />
        <ul className="flex list-disc flex-col gap-1 pl-4 text-xs text-muted marker:text-faint">
          <li>{t('copies.command.noShell')}</li>
          <li>{t('copies.command.home')}</li>
          <li>{t('copies.command.limit')}</li>
          <li>{t('copies.command.asksAgain')}</li>
        </ul>
        {error !== null && refused === null && <ErrorBanner reveal error={error} />}
      </form>
    </Dialog>
  );
}
