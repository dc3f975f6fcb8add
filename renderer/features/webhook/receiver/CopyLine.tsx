import { CopyButton } from '#renderer/components/CopyButton.tsx';

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
