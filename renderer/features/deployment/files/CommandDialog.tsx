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

interface CommandDialogProps {
  readonly copies: readonly CopyBundleView[];
  readonly first: CopyBundleView;
}

/**
 * The form for the command of copies, which starts with the usual one of the server that the files are for. Main asks the
 * user to confirm it in a native box.
 */
export function CommandDialog({ copies, first }: CommandDialogProps) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const server = useApp(({ presets }) => presets.find(({ id }) => id === first.presetId)?.server ?? null);
  const form = useForm({
    initial: { line: joinCommand(first.command ?? reloadCommand(server, platform) ?? [], platform) },
    check: (draft) => checkCommandDraft(draft, platform),
    send: (command) => closeAfter(setCommand(copies, command)),
    problemsOf: commandProblems,
  });
  const count = copies.length;
  const folder = count === 1 ? first.folder : t('copies.command.folders', { count });
  return (
    <FormDialog
      form={form}
      title={t('copies.command.title')}
      saveLabel={t('copies.command.save')}
      isSaveDisabled={first.command !== null && !form.isDirty}
      onClose={closeDialog}
      closeOnOutsideClick={false}
    >
      <p className="text-sm wrap-anywhere text-muted">{t('copies.command.about', { folder })}</p>
      <CommandField
        value={form.values.line}
        problem={form.problems.line}
        onChange={(line) => form.change({ line })}
        platform={platform}
        hint={t(`copies.command.lineHint.${platform === 'win32' ? 'windows' : 'others'}`)}
      />
      <p className="text-xs text-muted">{t('copies.command.rules')}</p>
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}
