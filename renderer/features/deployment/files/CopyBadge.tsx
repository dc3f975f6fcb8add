import { CircleAlert, CircleCheck, CircleHelp, Clock, FileX, LockOpen, PencilLine } from 'lucide-react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { colours } from '#renderer/styles/tone.ts';
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
  fresh: { icon: CircleCheck, ...colours.green },
  stale: { icon: Clock, ...colours.orange },
  wider: { icon: LockOpen, ...colours.amber },
  unreadable: { icon: CircleAlert, ...colours.amber },
  missing: { icon: FileX, ...colours.amber },
  changed: { icon: PencilLine, ...colours.amber },
  unseen: { icon: CircleHelp, ...colours.gray },
};

/** How a state looks. @param state `null`: not checked yet */
function copyAppearance(state: CopyState | null): StateAppearance {
  return looks[state ?? 'unseen'];
}
