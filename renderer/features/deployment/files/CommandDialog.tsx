import { CommandField } from '#renderer/components/CommandField.tsx';
import { checkCommandDraft, commandProblems } from '#renderer/components/commandDraft.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeAfter, closeDialog } from '#renderer/stores/viewStore.ts';
import { joinCommand } from '#shared/domain/commandWords.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { reloadCommand } from '#shared/domain/presetServer.ts';
import { setCommand } from './copyActions.ts';

/**
 * The form for the command of a copy, which starts with the usual one of the server that the files are for. Main asks the
 * user to confirm it in a native box.
 */
export function CommandDialog({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const server = useApp(({ presets }) => presets.find(({ id }) => id === copy.presetId)?.server ?? null);
  const form = useForm({
    initial: { line: joinCommand(copy.command ?? reloadCommand(server, platform) ?? [], platform) },
    check: (draft) => checkCommandDraft(draft, platform),
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
      <CommandField
        form={form}
        platform={platform}
        hint={t(`copies.command.lineHint.${platform === 'win32' ? 'windows' : 'others'}`)}
      />
      <p className="text-xs text-muted">{t('copies.command.rules')}</p>
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}
