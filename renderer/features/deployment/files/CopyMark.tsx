import { Files } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { coversCopies } from '../endpoints/truths.ts';
import { useTruth } from '../endpoints/useTruth.ts';
import { type AttentionState, copyAttention } from './copyAttention.ts';
import { copyLook } from './copyLook.ts';

/** Says in a row that a copy of its order needs a look, unless the mark of its verdict does. */
export function CopyMark({ orderId }: { readonly orderId: string }) {
  const state = useApp(({ copies }) => copyAttention(copies).get(orderId) ?? null);
  return state === null ? null : <Mark orderId={orderId} state={state} />;
}

function Mark({ orderId, state }: { readonly orderId: string; readonly state: AttentionState }) {
  const t = useT();
  const truth = useTruth(orderId);
  if (truth !== null && coversCopies(truth, state)) return null;
  const text = t(`copies.mark.${state}`);
  return (
    <Tooltip text={text}>
      <span role="img" aria-label={text} className={cx('shrink-0', copyLook(state).ink)}>
        <Files size={13} aria-hidden />
      </span>
    </Tooltip>
  );
}
