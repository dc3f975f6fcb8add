import { Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, useId, useRef, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { FieldProblem } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeAfter, closeDialog } from '#renderer/stores/viewStore.ts';
import { COMMAND_ARGUMENT_MAX, COMMAND_ARGUMENTS_MAX, type CopyBundleView } from '#shared/domain/copy.ts';
import {
  type CommandForm,
  checkCommand,
  commandOf,
  commandProblems,
  draftOf,
  withArgument,
  withNewArgument,
  withoutArgument,
  withPasted,
} from './commandDraft.ts';
import { setCommand } from './copyActions.ts';

/** The form for the command of a copy. Main asks the user to confirm it in a native box. */
export function CommandDialog({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const form = useForm({
    initial: draftOf(copy.command),
    compared: commandOf,
    check: checkCommand,
    send: (command) => closeAfter(setCommand(copy, command)),
    problemsOf: commandProblems,
  });
  return (
    <FormDialog
      form={form}
      title={t('copies.command.title')}
      saveLabel={t('copies.command.save')}
      isSaveDisabled={copy.command !== null && !form.isDirty}
      onClose={closeDialog}
      closeOnOutsideClick={false}
    >
      <p className="text-sm wrap-anywhere text-muted">{t('copies.command.about', { folder: copy.folder })}</p>
      <CommandFields form={form} />
      <ul className="flex list-disc flex-col gap-1 pl-4 text-xs text-muted marker:text-faint">
        <li>{t('copies.command.noShell')}</li>
        <li>{t('copies.command.home')}</li>
        <li>{t('copies.command.limit')}</li>
        <li>{t('copies.command.asksAgain')}</li>
      </ul>
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}

interface CommandFieldsProps {
  readonly form: CommandForm;
}

function CommandFields({ form: { values: draft, problems, change } }: CommandFieldsProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const isWindows = useApp(({ app }) => app.platform === 'win32');
  const problemId = useId();
  const add = useRef<HTMLButtonElement>(null);
  // A field takes the focus only if the user added it.
  const [addedKey, setAddedKey] = useState<number | null>(null);
  const argumentsProblem = errorText(problems.arguments);
  const paste = (key: number | null) => (event: ClipboardEvent<HTMLInputElement>) => {
    const { value: text, selectionStart, selectionEnd } = event.currentTarget;
    const place = { text, start: selectionStart ?? text.length, end: selectionEnd ?? text.length };
    const next = withPasted(draft, key, place, event.clipboardData.getData('text'));
    if (next === null) return;
    event.preventDefault();
    change(next);
  };
  return (
    <>
      <TextField
        label={t('copies.command.program')}
        hint={t(`copies.command.programHint.${isWindows ? 'windows' : 'others'}`)}
        error={errorText(problems.program)}
        data-autofocus
        value={draft.program}
        onValueChange={(program) => change({ program })}
        onPaste={paste(null)}
        maxLength={COMMAND_ARGUMENT_MAX}
        required
        monospace
      />
      <fieldset className="flex min-w-0 flex-col gap-1.5">
        <legend className="mb-1 text-xs font-medium">{t('copies.command.arguments')}</legend>
        {draft.args.map(({ key, text }, index) => (
          <div key={key} className="flex items-center gap-1">
            <TextField
              aria-label={t('copies.command.argument', { number: index + 1 })}
              aria-invalid={argumentsProblem === null ? undefined : true}
              aria-describedby={argumentsProblem === null ? undefined : problemId}
              autoFocus={addedKey === key}
              value={text}
              onValueChange={(next) => change(withArgument(draft, key, next))}
              onPaste={paste(key)}
              monospace
            />
            <IconButton
              icon={Trash2}
              size="sm"
              label={t('copies.command.removeArgument', { number: index + 1 })}
              onClick={() => {
                change(withoutArgument(draft, key));
                add.current?.focus();
              }}
            />
          </div>
        ))}
        <FieldProblem id={problemId} text={argumentsProblem} />
        <p className="text-xs text-muted">{t('copies.command.argumentsHint')}</p>
        <div>
          <Button
            ref={add}
            size="sm"
            icon={Plus}
            disabled={draft.args.length >= COMMAND_ARGUMENTS_MAX - 1}
            onClick={() => {
              const next = withNewArgument(draft);
              setAddedKey(next.args.at(-1)?.key ?? null);
              change(next);
            }}
          >
            {t('copies.command.addArgument')}
          </Button>
        </div>
      </fieldset>
    </>
  );
}
