import { useMemo } from 'react';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { TriedRid } from '#shared/domain/connection.ts';
import { doubtfulRids } from '#shared/domain/pastedSetup.ts';
import { type RidAnswer, RidAnswerRow } from '../adding/RidAnswer.tsx';
import { RidChips } from '../adding/RidChips.tsx';
import type { FirstStartForm } from './useFirstStartForm.ts';
import { TRIED_RIDS, type TrialState } from './useTrial.ts';

type Answer = TriedRid['answer'];

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
  const titleOf = (rid: string) => {
    const answer = trial.answers.get(rid);
    return answer?.ok === true ? answer.value.title : rid;
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
          <li key={rid} className="border-t border-line first:border-t-0">
            <RidAnswerRow
              rid={rid}
              title={titleOf(rid)}
              answer={shownAnswer(trial.answers.get(rid), doubtful.has(rid), trial.phase === 'running')}
              host={host}
              explains={firstOfKind.has(rid)}
              note={rank(rid) === 0 && doubtful.has(rid) ? t('addOrders.doubtful', { count: 1 }) : undefined}
              onLeaveOut={() => onLeaveOut(rid)}
            />
          </li>
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

/** What is shown of an answer; without one, whether the rid may be none, is asked about, or waits. */
function shownAnswer(answer: Answer | undefined, isDoubtful: boolean, isRunning: boolean): RidAnswer {
  if (answer === undefined) return { kind: isDoubtful ? 'doubtful' : isRunning ? 'asking' : 'waiting' };
  return answer.ok ? { kind: 'known', end: answer.value.notAfter } : { kind: 'failed', error: answer.error };
}

function failureOf(answer: Answer | undefined): string {
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
