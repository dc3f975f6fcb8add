import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { Button } from './Button.tsx';

interface MadeSecretNoteProps {
  /** Where its texts are. */
  readonly texts: 'receiver.secret' | 'exporting.passphrase';
  /** Focuses the button that copies. Default: yes. */
  readonly takesFocus?: boolean;
  readonly onOwnInstead: () => void;
  /** Returns the secret, or an empty text. */
  readonly read: () => string;
}

/**
 * Below a field with a generated secret: copies it, or lets the user type another one. Main removes it from the clipboard
 * after 30 seconds.
 */
export function MadeSecretNote({ texts, takesFocus = true, onOwnInstead, read }: MadeSecretNoteProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const secret = read();
    if (secret !== '') setCopied((await bridge().calls['app:copySecret'](secret)).ok);
  };
  return (
    <div className="flex items-center gap-2 rounded-lg bg-amber-soft px-3 py-2">
      <p role="status" className="min-w-0 flex-1 text-xs">
        {t(`${texts}.made`)}
      </p>
      <Button size="sm" variant="ghost" onClick={onOwnInstead}>
        {t(`${texts}.ownInstead`)}
      </Button>
      <Button autoFocus={takesFocus} size="sm" icon={copied ? Check : Copy} onClick={() => void copy()}>
        {t(copied ? `${texts}.copied` : `${texts}.copy`)}
      </Button>
    </div>
  );
}
