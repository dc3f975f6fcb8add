import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { CommandRunLine } from '#renderer/components/CommandRunLine.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { outputOf } from '#renderer/components/commandText.ts';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { CommandLine } from './CommandLine.tsx';
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
      {lastRun?.kind === 'ended' && lastRun.output === null && (
        <p className="text-xs text-muted">{t('copies.command.outputNotKept')}</p>
      )}
      {isOpen && lastRun?.kind === 'ended' && output !== '' && (
        <RunOutput copyId={copy.id} output={output} isCut={lastRun.isCut} />
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
        <Button size="sm" variant="ghost" onClick={() => openDialog({ kind: 'copyCommand', copyIds: [id] })}>
          {t('copies.command.change')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void removeCommand([copy])}>
          {t('copies.command.remove')}
        </Button>
      </div>
    </section>
  );
}

interface RunOutputProps {
  readonly copyId: string;
  readonly output: string;
  /** Whether the start of the output is missing. */
  readonly isCut: boolean;
}

function RunOutput({ copyId, output, isCut }: RunOutputProps) {
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
