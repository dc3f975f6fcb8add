import { StateBadge } from '#renderer/components/StateBadge.tsx';
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
  return <StateBadge look={verdictLooks[verdict]} text={verdictWord(verdict, uncheckedSince, t, locale)} />;
}
