import { StateBadge } from '#renderer/components/StateBadge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { CopyState } from '#shared/domain/copy.ts';
import { copyLook } from './copyLook.ts';

/** The state of a copy as a word on its quiet colour, its shape before it. */
export function CopyBadge({ state }: { readonly state: CopyState | null }) {
  const t = useT();
  return (
    <StateBadge
      look={copyLook(state)}
      text={state === null ? t('copies.unseen') : t(`copies.state.${state}`)}
    />
  );
}
