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
import { colours } from '#renderer/styles/tone.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

/** How a status looks. Each has its own icon, so that colour is never the only difference. */
interface StatusAppearance extends StateAppearance {
  /** The class that fills the validity bar. */
  readonly fill: string;
}

export const statusAppearances: Readonly<Record<OrderStatus, StatusAppearance>> = {
  expired: { icon: CircleX, ...colours.danger },
  revoked: { icon: CircleSlash, ...colours.danger },
  critical: { icon: OctagonAlert, ...colours.orange },
  damaged: { icon: FileX2, ...colours.danger },
  notDeployed: { icon: ServerOff, ...colours.orange },
  misconfigured: { icon: ServerCog, ...colours.amber },
  filesOpen: { icon: LockOpen, ...colours.amber },
  unreachable: { icon: Unplug, ...colours.amber },
  commandFailed: { icon: SquareTerminal, ...colours.amber },
  overdue: { icon: ClockAlert, ...colours.amber },
  toReplace: { icon: CircleAlert, ...colours.amber },
  rejected: { icon: KeyRound, ...colours.pink },
  failing: { icon: TriangleAlert, ...colours.pink },
  needsReview: { icon: FileWarning, ...colours.amber },
  stale: { icon: CircleQuestionMark, ...colours.violet },
  notYetValid: { icon: ClockFading, ...colours.blue },
  expiring: { icon: Clock, ...colours.amber },
  neverFetched: { icon: CircleDashed, ...colours.gray },
  healthy: { icon: CircleCheck, ...colours.green },
};
