import type { CommandFailure } from '#main/alerting/alerts/alert.ts';
import { commandFailureText } from '#main/alerting/alerts/commandFailureText.ts';
import { type CopyBundle, folderOf } from '#main/deployment/copies/copyRecord.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { ReviewFinding } from '#shared/domain/finding.ts';
import { isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import { type WriteResult, type Written, writtenProblem } from '#shared/domain/writeResult.ts';
import { proofText } from '#shared/i18n/exportText.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDate, formatDateTime } from '#shared/i18n/format.ts';
import { type CommandContext, errorText } from './context.ts';

/** A folder with exported files: as it is stored, and what is seen of it. */
interface TrackedFolder {
  readonly bundle: CopyBundle;
  readonly view: CopyBundleView;
}

/** The exported files of existing orders, by folder. */
export function trackedFolders({
  copies,
  copyRegistry,
}: CommandContext['services']): readonly TrackedFolder[] {
  return copies.list().flatMap((view) => {
    const bundle = copyRegistry.find(view.id);
    return bundle === null ? [] : { bundle, view };
  });
}

/** What was done with a folder that has files of an order. */
export interface FolderOutcome {
  /** Absolute. */
  readonly folder: string;
  readonly tracked: TrackedFolder;
  /**
   * `current`: nothing was to be done. `waiting`: its certificate is not valid yet. `off`: the files are old, and are not
   * kept up to date. `refused`: a person has to decide.
   */
  readonly result: 'updated' | 'current' | 'waiting' | 'off' | 'refused' | 'failed';
  /** Why, or what is wrong with the new files: a word that does not change; `null`: all is well. */
  readonly reason: string | null;
  /** The same in the language of the user. */
  readonly text: string;
  /** The written files, relative to the chosen folder, with `/`. */
  readonly files: readonly string[];
  readonly review: readonly ReviewFinding[];
  /** The run of its command; `null`: it did not run. */
  readonly run: ProgramRun | null;
}

type What = Omit<FolderOutcome, 'folder' | 'tracked' | 'files' | 'review' | 'run'> &
  Partial<Pick<FolderOutcome, 'files' | 'review' | 'run'>>;

/**
 * @param end how the attempt to update the folder ended; `null`: there was none
 * @param run of its command, which an earlier process left; `null`: none
 */
export function outcomeOfFolder(
  tracked: TrackedFolder,
  end: WriteResult | null,
  run: ProgramRun | null,
  context: CommandContext,
): FolderOutcome {
  const isCurrent = end?.kind === 'current' || end?.kind === 'kept';
  const hasRun = run !== null || isCurrent;
  const what =
    end === null || isCurrent
      ? withoutAttempt(tracked, hasRun, context)
      : afterAttempt(tracked, end, context);
  return { folder: folderOf(tracked.bundle), tracked, files: [], review: [], run, ...what };
}

function withoutAttempt(
  { bundle, view }: TrackedFolder,
  hasRun: boolean,
  { services, t, locale }: CommandContext,
): What {
  if (view.state === 'changed' || view.state === 'missing' || view.state === 'unreadable')
    return { result: 'refused', reason: view.state, text: t(`cli.update.${view.state}`) };
  if (!view.outdated) {
    const failure = hasRun ? services.failedCommand(bundle.id) : null;
    if (failure !== null) return { result: 'current', ...commandFailed(bundle, failure, t) };
    const date = formatDate(bundle.notAfter, locale, 'local');
    return { result: 'current', reason: null, text: t('cli.update.current', { date }) };
  }
  if (view.needsPassphrase)
    return { result: 'refused', reason: 'needsPassphrase', text: t('cli.update.needsPassphrase') };
  if (!view.autoRefresh) return { result: 'off', reason: 'off', text: t('cli.update.off') };
  const time = formatDateTime(services.autoRefresher.validFrom(bundle.orderId), locale, 'local');
  return { result: 'waiting', reason: 'notYetValid', text: t('cli.update.waiting', { time }) };
}

function afterAttempt(
  { bundle, view }: TrackedFolder,
  end: Exclude<WriteResult, WriteResult<'current' | 'kept'>>,
  { base, services, t, locale }: CommandContext,
): What {
  switch (end.kind) {
    case 'written': {
      // A service with inconsistent parts may still return the previous certificate.
      if (view.outdated)
        return { ...writtenOf(end), result: 'failed', reason: 'stillOld', text: t('cli.update.stillOld') };
      const problem = writtenProblem(end);
      const failure = problem === 'commandFailed' ? services.failedCommand(bundle.id) : null;
      if (failure !== null)
        return { ...writtenOf(end), result: 'updated', ...commandFailed(bundle, failure, t) };
      const date = formatDate(bundle.notAfter, locale, 'local');
      const text = problem === 'unproven' ? proofText(end.proof, t) : t('cli.update.updated', { date });
      return { ...writtenOf(end), result: 'updated', reason: problem, text };
    }
    case 'refused': {
      // Files that can't be read can't be compared either.
      const isUnseen = view.state === 'missing' || view.state === 'unreadable';
      const reason = end.reason === 'changed' && isUnseen ? view.state : end.reason;
      return { result: 'refused', reason, text: t(`cli.update.${reason}`) };
    }
    case 'needsReview': {
      const titles = end.findings.map((finding) => faultText(finding, t, locale).title);
      const findings = titles.length === 0 ? t('cli.update.notValidNow') : titles.join('; ');
      return {
        result: 'refused',
        reason: 'needsReview',
        review: end.findings,
        text: t('cli.update.needsReview', { findings }),
      };
    }
    case 'needsPassphrase':
      return { result: 'refused', reason: 'needsPassphrase', text: t('cli.update.needsPassphrase') };
    case 'noDestination':
    case 'cancelled':
      return { result: 'failed', reason: end.kind, text: t('cli.update.cancelled') };
    case 'failed':
      return {
        result: 'failed',
        reason: end.error.kind,
        text: errorText(end.error, t, base.desktop.platform),
      };
    default:
      return assertNever(end);
  }
}

function writtenOf({ files, run }: Written): Pick<FolderOutcome, 'files' | 'run'> {
  return { files, run };
}

function commandFailed(
  bundle: TrackedFolder['bundle'],
  failure: CommandFailure,
  t: CommandContext['t'],
): Pick<What, 'reason' | 'text'> {
  return {
    reason: 'commandFailed',
    text: commandFailureText(failure, folderOf(bundle), 'cli.export.commandFailed', t),
  };
}

/** Whether a person should look at it. */
export function needsAttention({ result, reason }: FolderOutcome): boolean {
  return reason !== null && result !== 'waiting';
}

/** What the run of a command came to, in a word that does not change. */
export function runWord(run: ProgramRun | null): 'succeeded' | 'failed' | 'skipped' | null {
  if (run === null) return null;
  if (run.kind === 'skipped') return 'skipped';
  return isRunFine(run) ? 'succeeded' : 'failed';
}
