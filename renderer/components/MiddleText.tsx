import { CopyButton } from './CopyButton.tsx';

interface MiddleTextProps {
  /** A path, or the name of a host. */
  readonly text: string;
  /** What it is, for the copy button. */
  readonly label: string;
}

/** Characters at the end of a name without parts that stay readable. */
const END = 20;

/**
 * A path or a host in one line with the ellipsis in its middle: the end tells them apart. The whole text is in a tooltip,
 * and in the line while the copy button has the focus.
 */
export function MiddleText({ text, label }: MiddleTextProps) {
  const end = endOf(text);
  return (
    <span className="group/copied flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono text-2xs leading-6" data-selectable title={text}>
        <span className="sr-only">{text}</span>
        <span aria-hidden className="flex min-w-0 whitespace-pre group-focus-within/copied:hidden">
          <span className="truncate">{text.slice(0, text.length - end.length)}</span>
          <span className="max-w-full shrink-0 truncate">{end}</span>
        </span>
        <span aria-hidden className="hidden wrap-anywhere group-focus-within/copied:inline">
          {text}
        </span>
      </span>
      <CopyButton quiet text={text} label={label} />
    </span>
  );
}

/** The last name of a path with the separator before it (`/shop` of `/etc/tls/shop`), or else the last characters. */
function endOf(text: string): string {
  const [name] = /[/\\][^/\\]*[/\\]?$/u.exec(text) ?? [text.slice(-END)];
  return name;
}
