import { CircleCheck, Play, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { cx } from '#renderer/components/cx.ts';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import { type CommandRun, type CopyBundleView, isCommandFine } from '#shared/domain/copy.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { CommandLine } from './CommandLine.tsx';
import { outputOf, runText } from './commandText.ts';
import { removeCommand, runCommand } from './copyActions.ts';
import { arriveAtCommand, toggleOutput, useShownCommand } from './shownCommand.ts';

interface CommandSectionProps {
  readonly copy: CopyBundleView;
  readonly command: readonly string[];
  /** Unix ms. */
  readonly now: number;
}

/** The command that runs after an update of a copy: its text, its last result and its actions. */
export function CommandSection({ copy, command, now }: CommandSectionProps) {
  const t = useT();
  const { id, folder, lastRun } = copy;
  const section = useRef<HTMLElement>(null);
  const isOpen = useShownCommand(({ open }) => open.has(id));
  const isWanted = useShownCommand(({ wantedId }) => wantedId === id);
  useEffect(() => {
    if (!isWanted) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'nearest' });
    arriveAtCommand();
  }, [isWanted]);
  const output = outputOf(lastRun);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('copies.command.label', { folder })}
      className="flex flex-col gap-1.5 border-t border-line pt-2"
    >
      <h4 className="text-xs font-medium">{t('copies.command.title')}</h4>
      <CommandLine command={command} />
      <CommandRunLine run={lastRun} now={now} />
      {isOpen && lastRun?.kind === 'ended' && output !== '' && (
        <CommandOutput copyId={copy.id} output={output} isCut={lastRun.isCut} />
      )}
      <div className="-mr-1 flex flex-wrap items-center gap-1">
        <Button
          size="sm"
          icon={Play}
          busy={lastRun?.kind === 'running'}
          onClick={() => void runCommand(copy)}
        >
          {t('copies.command.runNow')}
        </Button>
        {output !== '' && (
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => toggleOutput(id)}>
            {t(isOpen ? 'copies.command.hideOutput' : 'copies.command.showOutput')}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => openDialog({ kind: 'copyCommand', copyId: id })}>
          {t('copies.command.change')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void removeCommand(copy)}>
          {t('copies.command.remove')}
        </Button>
      </div>
    </section>
  );
}

interface CommandRunLineProps {
  /** `null` if it was not run in this session. */
  readonly run: CommandRun | null;
  /** Unix ms. */
  readonly now: number;
}

/** The last result of a command and its age. Screen readers announce a new result, not the passing time. */
function CommandRunLine({ run, now }: CommandRunLineProps) {
  const t = useT();
  const isBad = run !== null && !isCommandFine(run);
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

function RunMark({ run }: { readonly run: CommandRun }) {
  if (run.kind === 'running') return <Spinner size={13} />;
  const Icon = isCommandFine(run) ? CircleCheck : TriangleAlert;
  return <Icon size={13} aria-hidden />;
}

interface CommandOutputProps {
  readonly copyId: string;
  readonly output: string;
  /** Whether the start of the output is missing. */
  readonly isCut: boolean;
}

function CommandOutput({ copyId, output, isCut }: CommandOutputProps) {
  const t = useT();
  const shown = useShownOnMount<HTMLDivElement>();
  return (
    <div ref={shown} className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2 text-xs text-muted">
        <span>{t(isCut ? 'copies.command.outputCut' : 'copies.command.output')}</span>
        <CopyButton text={{ of: 'output', copyId }} label={t('copies.command.outputWhat')} />
      </div>
      <PlainText label={t('copies.command.output')} text={output} />
    </div>
  );
}
