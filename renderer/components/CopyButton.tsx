import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { IconButton } from './IconButton.tsx';

/** Puts public text on the clipboard and says so for a moment. `label` names what is copied. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      size="sm"
      icon={copied ? Check : Copy}
      label={copied ? t('common.copied') : t('common.copyWhat', { what: label })}
      onClick={() => {
        void bridge()
          .calls['app:copyText'](text)
          .then(() => setCopied(true));
      }}
    />
  );
}
