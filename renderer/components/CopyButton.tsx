import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { CopiedText } from '#shared/domain/copiedText.ts';
import { IconButton } from './IconButton.tsx';

interface CopyButtonProps {
  readonly text: CopiedText;
  readonly label: string;
  readonly tabIndex?: number;
  /**
   * For a value whose name is beside it: shown on touch, or while the pointer or the focus is in the nearest
   * `group/copied`.
   */
  readonly quiet?: boolean;
  readonly onCopied?: (() => void) | undefined;
}

/** Copies public text, and confirms it for a moment. */
export function CopyButton({ text, label, tabIndex, quiet = false, onCopied }: CopyButtonProps) {
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
      tabIndex={tabIndex}
      icon={copied ? Check : Copy}
      label={copied ? t('common.copied') : t('common.copyWhat', { what: label })}
      tooltip={quiet ? 'hover' : true}
      className={
        quiet
          ? 'opacity-0 group-focus-within/copied:opacity-100 group-hover/copied:opacity-100 pointer-coarse:opacity-100'
          : undefined
      }
      onClick={() => {
        void bridge()
          .calls['app:copyText'](text)
          .then(({ ok }) => {
            setCopied(ok);
            if (ok) onCopied?.();
          });
      }}
    />
  );
}

interface CopyLineProps {
  /** Shown completely, wrapped if it is long. */
  readonly text: string;
  /** What the button copies, as a noun. */
  readonly label: string;
}

/** A line in a box, with a button that copies it. */
export function CopyLine({ text, label }: CopyLineProps) {
  return (
    <span className="flex w-full items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-2.5">
      <code data-selectable className="min-w-0 flex-1 py-0.5 font-mono text-xs break-all">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
