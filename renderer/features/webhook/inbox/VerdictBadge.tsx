import { BadgeCheck, CircleCheck, History, Hourglass, RefreshCw, ShieldAlert, Trash2 } from 'lucide-react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeliveryVerdict, WaitingReason } from '#shared/domain/delivery.ts';

/** A verdict as a word with its icon and colour. */
export function VerdictBadge({ verdict }: { readonly verdict: DeliveryVerdict }) {
  const t = useT();
  const mark = verdictMark(verdict);
  return <StateBadge appearance={verdictLooks[mark]} text={t(`inbox.verdict.${mark}`)} />;
}

/** A verdict as the list marks it: waiting deliveries with a contradiction have their own mark. */
type VerdictMark = DeliveryVerdict['kind'] | 'heldBack';

/** Each mark has its own icon, as colour alone is not accessible. */
const verdictLooks: Readonly<Record<VerdictMark, StateAppearance>> = {
  checking: { icon: RefreshCw, ink: 'text-blue', soft: 'bg-blue-soft' },
  waiting: { icon: Hourglass, ink: 'text-amber', soft: 'bg-amber-soft' },
  heldBack: { icon: ShieldAlert, ink: 'text-danger', soft: 'bg-danger-soft' },
  confirmed: { icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft' },
  accepted: { icon: BadgeCheck, ink: 'text-green', soft: 'bg-green-soft' },
  superseded: { icon: History, ink: 'text-gray', soft: 'bg-gray-soft' },
  discarded: { icon: Trash2, ink: 'text-gray', soft: 'bg-gray-soft' },
};

/** Nothing speaks against the certificate. */
const unopposed: ReadonlySet<WaitingReason['kind']> = new Set([
  'unknownName',
  'orderGone',
  'notAsked',
  'notYetValid',
]);

export function verdictMark(verdict: DeliveryVerdict): VerdictMark {
  if (verdict.kind !== 'waiting') return verdict.kind;
  return unopposed.has(verdict.reason.kind) ? 'waiting' : 'heldBack';
}
