import { StateBadge } from '#renderer/components/StateBadge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeliveryVerdict } from '#shared/domain/delivery.ts';
import { verdictLooks, verdictMark } from './verdictLook.ts';

/** A verdict as a word on its quiet colour, its shape before it. */
export function VerdictBadge({ verdict }: { readonly verdict: DeliveryVerdict }) {
  const t = useT();
  const mark = verdictMark(verdict);
  return <StateBadge look={verdictLooks[mark]} text={t(`inbox.verdict.${mark}`)} />;
}
