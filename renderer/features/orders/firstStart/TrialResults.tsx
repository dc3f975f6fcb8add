import { CircleAlert, CircleCheck, CircleDashed, CircleX, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { currentTime } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { TriedRid } from '#shared/domain/connection.ts';
import { doubtfulRids } from '#shared/domain/pastedSetup.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { focusNeighbour, RidChips } from '../adding/RidChips.tsx';
import type { FirstStartForm } from './useFirstStartForm.ts';
import { TRIED_RIDS, type TrialState } from './useTrial.ts';

/** The rids: as chips until they are tried, then with the service's answer for each, failures first. */
export function TrialResults({ setup }: { readonly setup: FirstStartForm }) {
  const t = useT();
  const { trial, rids } = setup;
  const leaveOut = (rid: string) => setup.leaveOut(new Set([rid]));
  if (rids.length === 0)
    return trial.phase === 'done' && trial.failed === null ? (
      <p role="status" className="text-sm">
        {t('firstStart.tokenAccepted', { host: hostOf(setup.form.values.baseUrl) })}
      </p>
    ) : null;
  if (trial.phase === 'none' || trial.failed !== null) return <RidChips rids={rids} onRemove={leaveOut} />;
  return <Answers trial={trial} rids={rids} host={hostOf(setup.form.values.baseUrl)} onLeaveOut={leaveOut} />;
}

interface AnswersProps {
  readonly trial: TrialState;
  readonly rids: readonly string[];
  readonly host: string;
  readonly onLeaveOut: (rid: string) => void;
}

function Answers({ trial, rids, host, onLeaveOut }: AnswersProps) {
  const t = useT();
  const tried = rids.slice(0, TRIED_RIDS);
  const doubtful = useMemo(() => doubtfulRids(tried), [tried]);
  const counts = countAnswers(trial, tried);
  const facts = [
    counts.found > 0 && t('addOrders.summary.found', { count: counts.found }),
    counts.notFound > 0 && t('firstStart.result.notFound', { count: counts.notFound }),
    counts.failed > 0 && t('addOrders.summary.failed', { count: counts.failed }),
    counts.asking > 0 && t('addOrders.summary.asking', { count: counts.asking }),
  ].filter((fact) => fact !== false);
  const rank = (rid: string) => {
    const answer = trial.answers.get(rid);
    return answer === undefined ? 2 : answer.ok ? 1 : 0;
  };
  const sorted = tried.toSorted((one, other) => rank(one) - rank(other));
  const firstOfKind = new Set(
    new Map(sorted.toReversed().map((rid) => [failureOf(trial.answers.get(rid)), rid])).values(),
  );
  return (
    <section aria-label={t('addOrders.results')} className="flex flex-col gap-2">
      <p role="status" className="tabular text-md font-semibold">
        {facts.join(' · ')}
      </p>
      <ul className="overflow-hidden rounded-xl border border-line bg-surface">
        {sorted.map((rid) => (
          <Answer
            key={rid}
            rid={rid}
            answer={trial.answers.get(rid)}
            isDoubtful={doubtful.has(rid)}
            explains={firstOfKind.has(rid)}
            isRunning={trial.phase === 'running'}
            host={host}
            onLeaveOut={() => onLeaveOut(rid)}
          />
        ))}
      </ul>
      {rids.length > tried.length && (
        <p className="text-xs text-muted">
          {t('firstStart.result.others', { count: rids.length - tried.length })}
        </p>
      )}
    </section>
  );
}

interface AnswerProps {
  readonly rid: string;
  readonly answer: TriedRid['answer'] | undefined;
  readonly isDoubtful: boolean;
  /** Whether it says what to do about its failure, which others share. */
  readonly explains: boolean;
  readonly isRunning: boolean;
  readonly host: string;
  readonly onLeaveOut: () => void;
}

function Answer({ rid, answer, isDoubtful, explains, isRunning, host, onLeaveOut }: AnswerProps) {
  const t = useT();
  const locale = useLocale();
  const row = (mark: ReactNode, title: ReactNode, ...lines: readonly ReactNode[]) => (
    <li className="flex items-start gap-2.5 border-t border-line px-3 py-1.5 first:border-t-0">
      <span className="mt-1 flex size-4 shrink-0 items-center justify-center">{mark}</span>
      <div className="min-w-0 flex-1 py-0.5">
        <p className="truncate text-sm">{title}</p>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row keep their places
          <p key={index} className="text-xs break-words text-muted">
            {line}
          </p>
        ))}
      </div>
      <IconButton
        icon={X}
        size="sm"
        label={t('addOrders.leaveOut', { rid })}
        onClick={(event) => {
          focusNeighbour(event.currentTarget);
          onLeaveOut();
        }}
      />
    </li>
  );
  const code = <span className="font-mono text-xs">{rid}</span>;
  if (answer === undefined) {
    const mark = isRunning ? <Spinner /> : <CircleDashed size={15} aria-hidden className="text-faint" />;
    const doubt = <TriangleAlert size={15} aria-hidden className="text-amber" />;
    return isDoubtful
      ? row(doubt, code, t('addOrders.doubtful', { count: 1 }))
      : row(mark, code, t(`addOrders.result.${isRunning ? 'asking' : 'waiting'}`));
  }
  if (!answer.ok) {
    const { title, next } = describeError(answer.error, t, { host });
    return row(
      <CircleX size={15} aria-hidden className="text-danger" />,
      code,
      <span className="text-danger">{title}</span>,
      ...(explains ? [next] : []),
      ...(isDoubtful ? [t('addOrders.doubtful', { count: 1 })] : []),
    );
  }
  const { title, notAfter } = answer.value;
  const isPast = notAfter < currentTime();
  const when = { notAfter: formatDate(notAfter, locale, 'local') };
  return row(
    isPast ? (
      <CircleAlert size={15} aria-hidden className="text-danger" />
    ) : (
      <CircleCheck size={15} aria-hidden className="text-green" />
    ),
    title,
    <>
      {t(isPast ? 'addOrders.result.expired' : 'addOrders.result.validUntil', when)}
      {title !== rid && <span className="font-mono"> · {rid}</span>}
    </>,
  );
}

function failureOf(answer: TriedRid['answer'] | undefined): string {
  return answer?.ok === false ? answer.error.kind : '';
}

/** How many rids were found, are unknown to the service, failed otherwise, or have no answer yet. */
export function countAnswers({ answers, phase }: TrialState, rids: readonly string[]) {
  const counts = { found: 0, notFound: 0, failed: 0, asking: 0 };
  for (const rid of rids) {
    const answer = answers.get(rid);
    if (answer === undefined) counts.asking += phase === 'running' ? 1 : 0;
    else if (answer.ok) counts.found += 1;
    else if (answer.error.kind === 'unknownRid') counts.notFound += 1;
    else counts.failed += 1;
  }
  return counts;
}
