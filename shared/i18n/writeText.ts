import type { HelpResult } from '../domain/helpfulAction.ts';
import { type WriteResult, writtenProblem } from '../domain/writeResult.ts';
import { describeError } from './describeError.ts';
import { proofText } from './exportText.ts';
import { formatDayTime } from './format.ts';
import type { Locale, Translate } from './types.ts';

/** How the write of the files of one order ended, in a sentence. */
export function writeText(result: WriteResult, t: Translate, locale: Locale): string {
  switch (result.kind) {
    case 'written':
      return proofText(result.proof, t);
    case 'current':
      return t('copies.done.upToDateText', { date: formatDayTime(result.writtenAt, locale) });
    case 'kept':
    case 'cancelled':
      return t(`exporting.state.${result.kind}`);
    case 'refused':
      return t(`copies.refused.${result.reason}`);
    case 'needsReview':
    case 'needsPassphrase':
      return t('exporting.again.needsReview');
    case 'noDestination':
      return t('exporting.again.noDestination');
    case 'failed':
      return describeError(result.error, t).title;
  }
}

/** What was done for an order; `null`: it shows by itself, or opened a window. */
export function helpResultText(result: HelpResult, t: Translate, locale: Locale): string | null {
  if (result.kind === 'tightened') return t('helpful.done.tightened');
  if (result.kind !== 'written') return null;
  const written = result.results.filter((each) => each.kind === 'written');
  const [first] = result.results;
  if (written.length === 0) return first === undefined ? null : writeText(first, t, locale);
  const text = t('helpful.done.written', { count: written.flatMap(({ files }) => files).length });
  const problems = written.map(writtenProblem);
  const problem = problems.includes('unproven') ? 'unproven' : problems.find((each) => each !== null);
  return problem === undefined ? text : t(`helpful.done.${problem}`, { text });
}
