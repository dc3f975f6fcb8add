/** The classes of a filter above the list. */
export const chipClass =
  'inline-flex h-6.5 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-xs whitespace-nowrap tabular';
/** Of one that is on. */
export const onClass = 'border-accent bg-accent-soft text-accent-ink';
