import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useT } from '#renderer/hooks/useT.ts';
import { isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { runText } from './commandText.ts';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

interface CommandRunLineProps {
  /** `null` if it was not run in this session. */
  readonly run: ProgramRun | null;
  /** Unix ms. */
  readonly now: number;
}

/** The last result of a command and its age. Screen readers announce a new result, not the passing time. */
export function CommandRunLine({ run, now }: CommandRunLineProps) {
  const t = useT();
  const isBad = run !== null && !isRunFine(run);
  return (
    <p className={cx('flex items-start gap-1.5 text-xs', isBad ? 'font-medium text-amber' : 'text-muted')}>
      {run !== null && (
        <span className="mt-0.5 shrink-0">
          <RunMark run={run} />
        </span>
      )}
      <span className="wrap-anywhere">
        <span role="status">{run === null ? t('copies.command.neverRun') : runText(run, t)}</span>
        {run !== null && run.kind !== 'running' && (
          <span className="font-normal text-muted">
            {` · ${formatRelativePast(now - (run.kind === 'ended' ? run.endedAt : run.startedAt), t)}`}
          </span>
        )}
      </span>
    </p>
  );
}

function RunMark({ run }: { readonly run: ProgramRun }) {
  if (run.kind === 'running') return <Spinner size={13} />;
  const Icon = isRunFine(run) ? CircleCheck : TriangleAlert;
  return <Icon size={13} aria-hidden />;
}
