import { BadgeCheck, CircleCheck, History, Hourglass, RefreshCw, ShieldAlert, Trash2 } from 'lucide-react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { colours } from '#renderer/styles/tone.ts';
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
  checking: { icon: RefreshCw, ...colours.blue },
  waiting: { icon: Hourglass, ...colours.amber },
  heldBack: { icon: ShieldAlert, ...colours.danger },
  confirmed: { icon: CircleCheck, ...colours.green },
  accepted: { icon: BadgeCheck, ...colours.green },
  superseded: { icon: History, ...colours.gray },
  discarded: { icon: Trash2, ...colours.gray },
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
