import { Button } from './Button.tsx';
import { CopySecretButton } from './CopySecretButton.tsx';

interface MadeSecretNoteProps {
  /** What to do with it. */
  readonly text: string;
  readonly ownInsteadLabel: string;
  readonly onOwnInstead: () => void;
  readonly read: () => string;
  readonly copyLabel: string;
  readonly copiedLabel: string;
}

/** Below a field with a secret that was made up here: it is to be copied, or another one typed. */
export function MadeSecretNote(props: MadeSecretNoteProps) {
  const { text, ownInsteadLabel, onOwnInstead, read, copyLabel, copiedLabel } = props;
  return (
    <div className="flex items-center gap-2 rounded-lg bg-amber-soft px-3 py-2">
      <p role="status" className="min-w-0 flex-1 text-xs">
        {text}
      </p>
      <Button size="sm" variant="ghost" onClick={onOwnInstead}>
        {ownInsteadLabel}
      </Button>
      <CopySecretButton read={read} label={copyLabel} copiedLabel={copiedLabel} />
    </div>
  );
}
