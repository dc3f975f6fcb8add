import {
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Clock,
  ClockFading,
  FileWarning,
  FileX2,
  KeyRound,
  OctagonAlert,
  TriangleAlert,
} from 'lucide-react';
import type { StateLook } from '#renderer/components/StateBadge.tsx';
import type { OrderStatus } from '#shared/domain/status.ts';

/** A status for the eye. Each has its own shape, so that none is told by its colour alone. */
export interface StatusLook extends StateLook {
  /** Class of the bar's fill. */
  readonly fill: string;
}

export const statusLooks: Readonly<Record<OrderStatus, StatusLook>> = {
  expired: { icon: CircleX, ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
  critical: { icon: OctagonAlert, ink: 'text-orange', soft: 'bg-orange-soft', fill: 'bg-orange' },
  damaged: { icon: FileX2, ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
  rejected: { icon: KeyRound, ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' },
  failing: { icon: TriangleAlert, ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' },
  needsReview: { icon: FileWarning, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  stale: { icon: CircleQuestionMark, ink: 'text-violet', soft: 'bg-violet-soft', fill: 'bg-violet' },
  notYetValid: { icon: ClockFading, ink: 'text-blue', soft: 'bg-blue-soft', fill: 'bg-blue' },
  expiring: { icon: Clock, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  neverFetched: { icon: CircleDashed, ink: 'text-gray', soft: 'bg-gray-soft', fill: 'bg-gray' },
  healthy: { icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft', fill: 'bg-green' },
};
