import { cx } from './cx.ts';

interface PlainTextProps {
  /** What the text is, for screen readers. */
  readonly label: string;
  readonly text: string;
  /** Takes most of a dialog; else a part of it. */
  readonly tall?: boolean;
}

/** A longer text as it is, to be read, scrolled and selected: also by keyboard, hence a field. */
export function PlainText({ label, text, tall = false }: PlainTextProps) {
  return (
    <textarea
      readOnly
      aria-label={label}
      value={text}
      spellCheck={false}
      className={cx(
        'w-full resize-none rounded-md border border-line bg-hover p-3 font-mono text-2xs leading-4.5 text-ink',
        tall ? 'h-80' : 'field-sizing-content max-h-40',
      )}
    />
  );
}
