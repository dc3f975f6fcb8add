import { CopyButton } from './CopyButton.tsx';

interface PathTextProps {
  readonly path: string;
  /** What it is, for the copy button. */
  readonly label: string;
}

/**
 * The path of a folder in one line with the ellipsis before its last name. The whole path is in a tooltip, and in the text
 * while the copy button has the focus.
 */
export function PathText({ path, label }: PathTextProps) {
  const end = lastName(path);
  return (
    <span className="group/copied flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono text-2xs leading-6" data-selectable title={path}>
        <span className="sr-only">{path}</span>
        <span aria-hidden className="flex min-w-0 whitespace-pre group-focus-within/copied:hidden">
          <span className="truncate">{path.slice(0, path.length - end.length)}</span>
          <span className="max-w-[80%] shrink-0 truncate">{end}</span>
        </span>
        <span aria-hidden className="hidden wrap-anywhere group-focus-within/copied:inline">
          {path}
        </span>
      </span>
      <CopyButton quiet text={path} label={label} />
    </span>
  );
}

/** The last name of a path with the separator before it: `/shop` of `/etc/tls/shop`. */
function lastName(path: string): string {
  return /[/\\]?[^/\\]*[/\\]?$/u.exec(path)?.[0] ?? path;
}
