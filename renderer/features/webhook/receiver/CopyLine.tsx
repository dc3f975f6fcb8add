import { CopyButton } from '#renderer/components/CopyButton.tsx';

interface CopyLineProps {
  /** Shown whole, over several lines if need be. */
  readonly text: string;
  /** What the button puts on the clipboard, where that is another text. */
  readonly copy?: string;
  /** Names what is copied. */
  readonly label: string;
}

/** An address in a box, with a button that copies it. */
export function CopyLine({ text, copy = text, label }: CopyLineProps) {
  return (
    <span className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-2.5">
      <code data-selectable className="min-w-0 flex-1 py-0.5 font-mono text-xs break-all">
        {text}
      </code>
      <CopyButton text={copy} label={label} />
    </span>
  );
}
