import { cx } from '#renderer/components/cx.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { Verdict } from '#shared/domain/truth.ts';
import { verdictWord } from './addressWords.ts';
import { verdictLooks } from './verdictLook.ts';

interface VerdictBadgeProps {
  readonly verdict: Verdict;
  /** As of `AddressGroup`. */
  readonly uncheckedSince: number | null;
}

/** What is to be said of an address as a word on its quiet colour, its shape before it. */
export function VerdictBadge({ verdict, uncheckedSince }: VerdictBadgeProps) {
  const t = useT();
  const locale = useLocale();
  const { icon: Icon, ink, soft } = verdictLooks[verdict];
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded px-1.5 text-2xs font-medium',
        ink,
        soft,
      )}
    >
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="truncate">{verdictWord(verdict, uncheckedSince, t, locale)}</span>
    </span>
  );
}
