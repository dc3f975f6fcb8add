import { Files } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { copyAppearance } from '../files/CopyBadge.tsx';
import { type AttentionState, copyAttention } from '../files/copyAttention.ts';
import { coversCopies, hasDeploymentMark, isBad } from './deploymentStatuses.ts';
import { deploymentText, shortDeploymentText } from './deploymentText.ts';
import { probeStatusAppearances } from './ProbeStatusBadge.tsx';
import { useDeploymentStatus } from './useDeploymentStatus.ts';

/** Shows the deployment status of an order in its row; a bad one with a short text if there is room. */
export function DeploymentMark({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const now = useTimeOfData();
  const deployment = useDeploymentStatus(row.id);
  if (deployment === null || !hasDeploymentMark(deployment)) return null;
  const { status } = deployment;
  const { what } = deploymentText(deployment, row, now, t);
  const { icon: Icon, ink, soft } = probeStatusAppearances[status];
  return (
    <span
      role="img"
      aria-label={what}
      // Not a `Tooltip`: it would cost more to render than the rest of the row.
      title={what}
      className={cx(
        'inline-flex h-5 min-w-0 items-center gap-1 rounded text-2xs font-medium',
        ink,
        isBad(status) && `px-1 ${soft}`,
      )}
    >
      <Icon size={13} aria-hidden className="shrink-0" />
      {isBad(status) && (
        <span className="hidden truncate @min-[980px]:inline">{shortDeploymentText(deployment, t)}</span>
      )}
    </span>
  );
}

/** Shows in its row that the exported files of an order need attention, unless `DeploymentMark` does. */
export function CopyMark({ orderId }: { readonly orderId: string }) {
  const state = useApp(({ copies }) => copyAttention(copies).get(orderId) ?? null);
  return state === null ? null : <Mark orderId={orderId} state={state} />;
}

function Mark({ orderId, state }: { readonly orderId: string; readonly state: AttentionState }) {
  const t = useT();
  const deployment = useDeploymentStatus(orderId);
  if (deployment !== null && coversCopies(deployment, state)) return null;
  const text = t(`copies.mark.${state}`);
  return (
    <Tooltip text={text}>
      <span role="img" aria-label={text} className={cx('shrink-0', copyAppearance(state).ink)}>
        <Files size={13} aria-hidden />
      </span>
    </Tooltip>
  );
}
