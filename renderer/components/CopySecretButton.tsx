import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from './Button.tsx';

interface CopySecretButtonProps {
  /** Gives the secret when it is copied; empty when there is none. */
  readonly read: () => string;
  readonly label: string;
  /** Said for a moment after it was copied. */
  readonly copiedLabel: string;
}

/** Puts a secret that was just made on the clipboard, from which main takes it again after half a minute. */
export function CopySecretButton({ read, label, copiedLabel }: CopySecretButtonProps) {
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
