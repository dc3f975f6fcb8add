import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';

interface CommandOutputProps {
  readonly copyId: string;
  readonly output: string;
  /** The beginning was left out. */
  readonly isCut: boolean;
}

/** What a command printed, to read and to copy. */
export function CommandOutput({ copyId, output, isCut }: CommandOutputProps) {
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
