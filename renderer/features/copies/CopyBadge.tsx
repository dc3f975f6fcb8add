import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { CopyState } from '#shared/domain/copy.ts';
import { copyLook } from './copyLook.ts';

/** The state of a copy as a word on its quiet colour, its shape before it. */
export function CopyBadge({ state }: { readonly state: CopyState | null }) {
  const t = useT();
  const { icon: Icon, ink, soft } = copyLook(state);
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded px-1.5 text-2xs font-medium',
        ink,
        soft,
      )}
    >
      <Icon size={12} aria-hidden />
      <span className="truncate">{state === null ? t('copies.unseen') : t(`copies.state.${state}`)}</span>
    </span>
  );
}
