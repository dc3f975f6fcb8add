import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  FileX,
  LockOpen,
  type LucideIcon,
  PencilLine,
} from 'lucide-react';
import type { CopyState } from '#shared/domain/copy.ts';

/** How a state is shown: its own shape, and a colour that never stands alone. */
export interface CopyLook {
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly soft: string;
}

const looks: Readonly<Record<CopyState, CopyLook>> = {
  fresh: { icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft' },
  stale: { icon: Clock, ink: 'text-amber', soft: 'bg-amber-soft' },
  wider: { icon: LockOpen, ink: 'text-danger', soft: 'bg-danger-soft' },
  unreadable: { icon: CircleAlert, ink: 'text-amber', soft: 'bg-amber-soft' },
  missing: { icon: FileX, ink: 'text-amber', soft: 'bg-amber-soft' },
  changed: { icon: PencilLine, ink: 'text-danger', soft: 'bg-danger-soft' },
};

const unseen: CopyLook = { icon: CircleHelp, ink: 'text-gray', soft: 'bg-gray-soft' };

/** @param state `null`: not looked at yet */
export function copyLook(state: CopyState | null): CopyLook {
  return state === null ? unseen : looks[state];
}
