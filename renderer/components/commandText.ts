import { isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** Formats a command for display; quotes what could be misread. Never used to run it. */
export function commandParts(command: readonly string[]) {
  return command.map((part, place) => ({
    place,
    text: /^[^\s"']+$/u.test(part) ? part : JSON.stringify(part),
  }));
}

/** The result of a command, such as `Exit code 0, 2 s`. */
export function runText(run: ProgramRun, t: Translate): string {
  if (run.kind !== 'ended') return t(`copies.command.run.${run.kind}`);
  const { outcome, startedAt, endedAt } = run;
  const ms = endedAt - startedAt;
  const time = ms < 1000 ? t('copies.command.underASecond') : formatDuration(ms, t);
  switch (outcome.kind) {
    case 'exited':
      return t(`copies.command.run.${isRunFine(run) ? 'exited' : 'failed'}`, {
        code: outcome.code,
        time,
      });
    case 'signalled':
      return t('copies.command.run.signalled', { signal: outcome.signal, time });
    case 'timedOut':
      return t('copies.command.run.timedOut', { time });
    case 'notStarted':
      return t('copies.command.run.notStarted', { code: outcome.code });
  }
}

/** The output of a command; empty if there is none yet, or none that is kept. */
export function outputOf(run: ProgramRun | null): string {
  return run?.kind === 'ended' ? (run.output ?? '').trimEnd() : '';
}
