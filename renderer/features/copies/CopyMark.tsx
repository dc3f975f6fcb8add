import { Files } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { copyAttention } from './copyAttention.ts';
import { copyLook } from './copyLook.ts';

/** Says in a row that a copy of its order needs a look. */
export function CopyMark({ orderId }: { readonly orderId: string }) {
  const t = useT();
  const state = useApp(({ copies }) => copyAttention(copies).get(orderId) ?? null);
  if (state === null) return null;
  const text = t(`copies.mark.${state}`);
  return (
    <Tooltip text={text}>
      <span role="img" aria-label={text} className={cx('shrink-0', copyLook(state).ink)}>
        <Files size={13} aria-hidden />
      </span>
    </Tooltip>
  );
}
