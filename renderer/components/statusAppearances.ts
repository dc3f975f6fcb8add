import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  ClockAlert,
  ClockFading,
  FileWarning,
  FileX2,
  KeyRound,
  LockOpen,
  OctagonAlert,
  ServerCog,
  ServerOff,
  SquareTerminal,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { StateAppearance } from '#renderer/components/Badge.tsx';
import type { OrderStatus } from '#shared/domain/status.ts';

/** How a status looks. Each has its own icon, so that colour is never the only difference. */
interface StatusAppearance extends StateAppearance {
  /** The class that fills the validity bar. */
  readonly fill: string;
}

const danger = { ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' };
const orange = { ink: 'text-orange', soft: 'bg-orange-soft', fill: 'bg-orange' };
const amber = { ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' };
const pink = { ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' };
const violet = { ink: 'text-violet', soft: 'bg-violet-soft', fill: 'bg-violet' };
const blue = { ink: 'text-blue', soft: 'bg-blue-soft', fill: 'bg-blue' };
const gray = { ink: 'text-gray', soft: 'bg-gray-soft', fill: 'bg-gray' };
const green = { ink: 'text-green', soft: 'bg-green-soft', fill: 'bg-green' };

export const statusAppearances: Readonly<Record<OrderStatus, StatusAppearance>> = {
  expired: { icon: CircleX, ...danger },
  revoked: { icon: CircleSlash, ...danger },
  critical: { icon: OctagonAlert, ...orange },
  damaged: { icon: FileX2, ...danger },
  notDeployed: { icon: ServerOff, ...orange },
  misconfigured: { icon: ServerCog, ...amber },
  filesOpen: { icon: LockOpen, ...amber },
  unreachable: { icon: Unplug, ...amber },
  commandFailed: { icon: SquareTerminal, ...amber },
  overdue: { icon: ClockAlert, ...amber },
  toReplace: { icon: CircleAlert, ...amber },
  rejected: { icon: KeyRound, ...pink },
  failing: { icon: TriangleAlert, ...pink },
  needsReview: { icon: FileWarning, ...amber },
  stale: { icon: CircleQuestionMark, ...violet },
  notYetValid: { icon: ClockFading, ...blue },
  expiring: { icon: Clock, ...amber },
  neverFetched: { icon: CircleDashed, ...gray },
  healthy: { icon: CircleCheck, ...green },
};
