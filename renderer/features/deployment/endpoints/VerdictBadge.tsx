import { StateBadge } from '#renderer/components/StateBadge.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { ProbeStatus } from '#shared/domain/deploymentStatus.ts';
import { verdictWord } from './addressWords.ts';
import { verdictLooks } from './verdictLook.ts';

interface VerdictBadgeProps {
  readonly status: ProbeStatus;
  /** As of `AddressGroup`. */
  readonly uncheckedSince: number | null;
}

/** What is to be said of an address as a word on its quiet colour, its shape before it. */
export function VerdictBadge({ status, uncheckedSince }: VerdictBadgeProps) {
  const t = useT();
  const locale = useLocale();
  return <StateBadge look={verdictLooks[status]} text={verdictWord(status, uncheckedSince, t, locale)} />;
}
