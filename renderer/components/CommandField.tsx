import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { splitCommand } from '#shared/domain/commandWords.ts';
import type { AppError } from '#shared/errors.ts';
import { cx } from './cx.ts';
import { TextField } from './TextField.tsx';

interface CommandFieldProps {
  /** The command as it is typed. */
  readonly value: string;
  readonly problem: AppError | undefined;
  readonly onChange: (line: string) => void;
  readonly platform: string;
  /** An example, and that a name is resolved. */
  readonly hint: string;
}

/** The field for a command as one line, with the words that it means. */
export function CommandField({ value, problem, onChange, platform, hint }: CommandFieldProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('copies.command.line')}
        hint={t('common.sentences', { first: hint, second: t('copies.command.quoting') })}
        error={errorText(problem)}
        data-autofocus
        value={value}
        onValueChange={onChange}
        required
        monospace
      />
      <ParsedWords line={value} platform={platform} />
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
