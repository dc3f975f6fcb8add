import {
  CheckCheck,
  CircleDashed,
  CircleX,
  Diff,
  History,
  type LucideIcon,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { Verdict } from '#shared/domain/truth.ts';

/** How a verdict is shown: its own shape, and a colour that never stands alone. */
export interface VerdictLook {
  readonly icon: LucideIcon;
  /** Class of the text colour. */
  readonly ink: string;
  /** Class of the quiet background. */
  readonly soft: string;
}

export const verdictLooks: Readonly<Record<Verdict, VerdictLook>> = {
  expired: { icon: CircleX, ink: 'text-danger', soft: 'bg-danger-soft' },
  different: { icon: Diff, ink: 'text-danger', soft: 'bg-danger-soft' },
  stale: { icon: History, ink: 'text-amber', soft: 'bg-amber-soft' },
  faulty: { icon: TriangleAlert, ink: 'text-amber', soft: 'bg-amber-soft' },
  unreachable: { icon: Unplug, ink: 'text-violet', soft: 'bg-violet-soft' },
  unknown: { icon: CircleDashed, ink: 'text-gray', soft: 'bg-gray-soft' },
  inStep: { icon: CheckCheck, ink: 'text-green', soft: 'bg-green-soft' },
};
