import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from './Button.tsx';

interface MadeSecretNoteProps {
  readonly text: string;
  readonly ownInsteadLabel: string;
  readonly onOwnInstead: () => void;
  readonly read: () => string;
  readonly copyLabel: string;
  readonly copiedLabel: string;
}

/** Below a field with a generated secret: copies it, or lets the user type another one. */
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

interface CopySecretButtonProps {
  /** Returns the secret, or an empty text. */
  readonly read: () => string;
  readonly label: string;
  readonly copiedLabel: string;
}

/** Copies a generated secret; main removes it from the clipboard after 30 seconds. */
function CopySecretButton({ read, label, copiedLabel }: CopySecretButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      autoFocus
      size="sm"
      icon={copied ? Check : Copy}
      onClick={() => {
        const secret = read();
        if (secret !== '')
          void bridge()
            .calls['app:copySecret'](secret)
            .then(({ ok }) => setCopied(ok));
      }}
    >
      {copied ? copiedLabel : label}
    </Button>
  );
}
