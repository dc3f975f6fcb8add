import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { closeDialog, closeThis, useViewStore } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { CommandFields } from './CommandFields.tsx';
import { checkCommand, commandOf, commandProblems, draftOf } from './commandDraft.ts';
import { setCommand } from './copyActions.ts';

/** The form for the command of a copy. Main asks the user to confirm it in a native box. */
export function CommandDialog({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const form = useForm({
    initial: draftOf(copy.command),
    compared: commandOf,
    check: checkCommand,
    send: async (command) => {
      const { dialog } = useViewStore.getState();
      const result = await setCommand(copy, command);
      if (result.ok) closeThis(dialog);
      return result;
    },
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
