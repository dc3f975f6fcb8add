import {
  BadgeCheck,
  CircleCheck,
  History,
  Hourglass,
  type LucideIcon,
  RefreshCw,
  ShieldAlert,
  Trash2,
} from 'lucide-react';
import { assertNever } from '#shared/assertNever.ts';
import type { DeliveryVerdict, WaitingReason } from '#shared/domain/delivery.ts';

/** A verdict as the list marks it: what waits is told apart by whether something in it does not fit. */
export type VerdictMark =
  | 'checking'
  | 'waiting'
  | 'heldBack'
  | 'confirmed'
  | 'accepted'
  | 'superseded'
  | 'discarded';

/** A mark for the eye. Each has its own shape, so that none is told by its colour alone. */
export interface VerdictLook {
  readonly icon: LucideIcon;
  /** Class of the text colour. */
  readonly ink: string;
  /** Class of the quiet background. */
  readonly soft: string;
}

export const verdictLooks: Readonly<Record<VerdictMark, VerdictLook>> = {
  checking: { icon: RefreshCw, ink: 'text-blue', soft: 'bg-blue-soft' },
  waiting: { icon: Hourglass, ink: 'text-amber', soft: 'bg-amber-soft' },
  heldBack: { icon: ShieldAlert, ink: 'text-danger', soft: 'bg-danger-soft' },
  confirmed: { icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft' },
  accepted: { icon: BadgeCheck, ink: 'text-green', soft: 'bg-green-soft' },
  superseded: { icon: History, ink: 'text-gray', soft: 'bg-gray-soft' },
  discarded: { icon: Trash2, ink: 'text-gray', soft: 'bg-gray-soft' },
};

/** The mark of a verdict. */
export function verdictMark(verdict: DeliveryVerdict): VerdictMark {
  return verdict.kind === 'waiting' ? waitingMark(verdict.reason) : verdict.kind;
}

function waitingMark({ kind }: WaitingReason): 'waiting' | 'heldBack' {
  switch (kind) {
    case 'unknownName':
    case 'orderGone':
    case 'notAsked':
    case 'notYetValid':
      return 'waiting';
    case 'leafDiffers':
    case 'namesDiffer':
    case 'chainNotTrusted':
    case 'notAfterBack':
    case 'expired':
      return 'heldBack';
    default:
      return assertNever(kind);
  }
}
