import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import type { TokenSource } from '#renderer/features/connections/TokenInput.tsx';
import { useT } from '#renderer/hooks/useT.ts';

/** Puts a secret that was just made on the clipboard, from which main takes it again after half a minute. */
export function CopySecretButton({ source }: { readonly source: TokenSource }) {
  const t = useT();
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
        const secret = source.read();
        if (secret !== '')
          void bridge()
            .calls['app:copySecret'](secret)
            .then(() => setCopied(true));
      }}
    >
      {t(copied ? 'receiver.secret.copied' : 'receiver.secret.copy')}
    </Button>
  );
}
