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
  ServerCog,
  ServerOff,
  TriangleAlert,
} from 'lucide-react';
import type { StateAppearance } from '#renderer/components/Badge.tsx';
import type { OrderStatus } from '#shared/domain/status.ts';

/** How a status looks. Each has its own icon, so that colour is never the only difference. */
interface StatusAppearance extends StateAppearance {
  /** The class that fills the validity bar. */
  readonly fill: string;
}

export const statusAppearances: Readonly<Record<OrderStatus, StatusAppearance>> = {
  expired: { icon: CircleX, ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
  critical: { icon: OctagonAlert, ink: 'text-orange', soft: 'bg-orange-soft', fill: 'bg-orange' },
  damaged: { icon: FileX2, ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
  notDeployed: { icon: ServerOff, ink: 'text-orange', soft: 'bg-orange-soft', fill: 'bg-orange' },
  misconfigured: { icon: ServerCog, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  rejected: { icon: KeyRound, ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' },
  failing: { icon: TriangleAlert, ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' },
  needsReview: { icon: FileWarning, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  stale: { icon: CircleQuestionMark, ink: 'text-violet', soft: 'bg-violet-soft', fill: 'bg-violet' },
  notYetValid: { icon: ClockFading, ink: 'text-blue', soft: 'bg-blue-soft', fill: 'bg-blue' },
  expiring: { icon: Clock, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  neverFetched: { icon: CircleDashed, ink: 'text-gray', soft: 'bg-gray-soft', fill: 'bg-gray' },
  healthy: { icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft', fill: 'bg-green' },
};
