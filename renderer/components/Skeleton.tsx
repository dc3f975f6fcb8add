import { cx } from './cx.ts';

/** A quiet block in the place of text that is still on its way. Give width and height by class. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded bg-pressed', className)} />;
}
