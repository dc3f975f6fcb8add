import { CircleAlert, CircleCheck, CircleHelp, Clock, FileX, LockOpen, PencilLine } from 'lucide-react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { CopyState } from '#shared/domain/copy.ts';

export function CopyBadge({ state }: { readonly state: CopyState | null }) {
  const t = useT();
  return (
    <StateBadge
      appearance={copyAppearance(state)}
      text={state === null ? t('copies.unseen') : t(`copies.state.${state}`)}
    />
  );
}

const looks: Readonly<Record<CopyState | 'unseen', StateAppearance>> = {
  fresh: { icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft' },
  stale: { icon: Clock, ink: 'text-orange', soft: 'bg-orange-soft' },
  wider: { icon: LockOpen, ink: 'text-amber', soft: 'bg-amber-soft' },
  unreadable: { icon: CircleAlert, ink: 'text-amber', soft: 'bg-amber-soft' },
  missing: { icon: FileX, ink: 'text-amber', soft: 'bg-amber-soft' },
  changed: { icon: PencilLine, ink: 'text-amber', soft: 'bg-amber-soft' },
  unseen: { icon: CircleHelp, ink: 'text-gray', soft: 'bg-gray-soft' },
};

/** How a state looks. @param state `null`: not checked yet */
function copyAppearance(state: CopyState | null): StateAppearance {
  return looks[state ?? 'unseen'];
}
