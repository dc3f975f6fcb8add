import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import type { FirstStartForm } from './useFirstStartForm.ts';

/** The three parts that the first start needs. */
export type SetupPart = 'address' | 'token' | 'rids';

type PartState = 'missing' | 'there' | 'checking' | 'right' | 'wrong';

interface PartChipsProps {
  readonly setup: FirstStartForm;
  /** The user wants to enter this part by hand. */
  readonly onEdit: (part: SetupPart) => void;
}

/** The parts of the connection as chips, entered or missing, never with the token itself. A press leads to the field of a part. */
export function PartChips({ setup, onEdit }: PartChipsProps) {
  const t = useT();
  const { form, rids } = setup;
  const address = parseBaseUrl(form.values.baseUrl);
  const text = {
    address: address.ok ? hostOf(address.value) : null,
    token: form.values.hasToken ? '••••••••' : null,
    rids: rids.length > 0 ? t('firstStart.rids', { count: rids.length }) : null,
  };
  const summary = (['address', 'token', 'rids'] as const).flatMap((part) => {
    const value = part === 'token' ? t('firstStart.part.tokenThere') : text[part];
    return text[part] === null || value === null ? [] : [value];
  });
  return (
    <>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        {(['address', 'token', 'rids'] as const).map((part) => (
          <li key={part} className="min-w-0">
            <PartChip
              label={t(`firstStart.part.${part}`)}
              value={text[part]}
              state={stateOf(part, setup, text[part] !== null)}
              onPress={() => onEdit(part)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {summary.length > 0 && t('firstStart.recognised', { parts: summary.join(t('common.listSeparator')) })}
      </p>
    </>
  );
}

const marks: Readonly<Record<Exclude<PartState, 'checking'>, { icon: LucideIcon; look: string }>> = {
  missing: { icon: CircleDashed, look: 'text-faint' },
  there: { icon: CircleCheck, look: 'text-muted' },
  right: { icon: CircleCheck, look: 'text-green' },
  wrong: { icon: CircleX, look: 'text-danger' },
};

interface PartChipProps {
  readonly label: string;
  readonly value: string | null;
  readonly state: PartState;
  readonly onPress: () => void;
}

function PartChip({ label, value, state, onPress }: PartChipProps) {
  const t = useT();
  const mark = state === 'checking' ? null : marks[state];
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'flex w-full items-center gap-2.5 rounded-lg border px-3 py-1.5 text-left hover:bg-hover',
        state === 'missing' ? 'border-dashed border-field' : 'border-line bg-surface',
        state === 'wrong' && 'border-danger',
      )}
    >
      <span className="flex size-4 shrink-0 items-center justify-center">
        {mark === null ? <Spinner /> : <mark.icon size={16} aria-hidden className={mark.look} />}
      </span>
      <span className="min-w-0">
        <span className="block text-2xs text-muted">{label}</span>
        <span className={cx('block truncate text-sm', value === null ? 'text-muted' : 'font-medium')}>
          {value ?? t('firstStart.part.missing')}
        </span>
        <span className="sr-only">{t(`firstStart.state.${state}`)}</span>
      </span>
    </button>
  );
}

/** What the trial says about a part. */
function stateOf(part: SetupPart, { trial, rids }: FirstStartForm, isThere: boolean): PartState {
  if (!isThere) return 'missing';
  if (trial.phase === 'none') return 'there';
  const isFound = rids.some((rid) => trial.answers.get(rid)?.ok === true);
  if (trial.failed !== null) {
    const { step } = trial.failed;
    const wrong = step === 'token' ? 'token' : 'address';
    if (part === wrong) return 'wrong';
    return part === 'address' ? 'right' : 'there';
  }
  if (part === 'rids') {
    if (trial.phase === 'running') return 'checking';
    return isFound ? 'right' : 'wrong';
  }
  if (trial.answers.size === 0) return trial.phase === 'running' ? 'checking' : 'right';
  return isFound || trial.phase === 'running' ? 'right' : 'there';
}
