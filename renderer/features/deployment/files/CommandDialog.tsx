import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeAfter, closeDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { reloadCommand } from '#shared/domain/presetCommand.ts';
import { type CommandForm, checkCommand, commandProblems } from './commandDraft.ts';
import { joinCommand, splitCommand } from './commandWords.ts';
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
    check: (draft) => checkCommand(draft, platform),
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
      <CommandField form={form} platform={platform} />
      <p className="text-xs text-muted">{t('copies.command.rules')}</p>
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}

interface CommandFieldProps {
  readonly form: CommandForm;
  readonly platform: string;
}

function CommandField({ form: { values, problems, change }, platform }: CommandFieldProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const hint = t(`copies.command.lineHint.${platform === 'win32' ? 'windows' : 'others'}`);
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('copies.command.line')}
        hint={t('common.sentences', { first: hint, second: t('copies.command.quoting') })}
        error={errorText(problems.line)}
        data-autofocus
        value={values.line}
        onValueChange={(line) => change({ line })}
        required
        monospace
      />
      <ParsedWords line={values.line} platform={platform} />
    </div>
  );
}

interface ParsedWordsProps {
  readonly line: string;
  readonly platform: string;
}

/** The words that the line means: the program, then its arguments. */
function ParsedWords({ line, platform }: ParsedWordsProps) {
  const t = useT();
  const words = splitCommand(line, platform);
  if (!words.ok || words.value.length === 0) return null;
  return (
    <ul aria-label={t('copies.command.parsed')} className="flex flex-wrap gap-1.5">
      {words.value.map((word, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
          key={place}
          className={cx(
            'max-w-full rounded border px-1.5 font-mono text-2xs leading-5 break-all whitespace-pre-wrap',
            place === 0 ? 'border-accent font-semibold text-accent-ink' : 'border-line-strong text-ink',
          )}
        >
          {word === '' ? <i className="font-sans text-muted">{t('copies.command.emptyWord')}</i> : word}
        </li>
      ))}
    </ul>
  );
}
