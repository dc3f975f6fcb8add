import { cx } from './cx.ts';

/** Characters at the end that always stay: hosts differ there more often than at their beginning. */
const END = 12;

interface MiddleEllipsisProps {
  readonly text: string;
  readonly title?: string;
  /** Displays it as `flex`. */
  readonly className: string;
}

/** A text in one line that is cut in its middle where it has too little room. */
export function MiddleEllipsis({ text, title, className }: MiddleEllipsisProps) {
  const split = Math.max(Math.ceil(text.length / 2), text.length - END);
  return (
    // The two parts are drawn, and the whole is read: they would be read as two words.
    <span
      title={title}
      data-start={text.slice(0, split)}
      data-end={text.slice(split)}
      className={cx('middle-ellipsis', className)}
    >
      <span className="sr-only">{text}</span>
    </span>
  );
}
