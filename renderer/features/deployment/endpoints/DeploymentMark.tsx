import { CheckCheck, type LucideIcon } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { useNow, useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { remembered } from '#renderer/stores/remembered.ts';
import type { ConditionFacts, Terms } from '#shared/domain/conditions/condition.ts';
import { allConditions, isHeld } from '#shared/domain/conditions/conditions.ts';
import { type DeploymentSummary, isPlaceKind, summarisePlaces } from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

interface DeploymentMarkProps {
  readonly row: OrderRow;
  /** What the row says already. */
  readonly status: OrderStatus;
}

/** Marks in the row of an order what is wrong with its places besides its status, or that its servers have the certificate. */
export function DeploymentMark({ row, status }: DeploymentMarkProps) {
  const t = useT();
  const now = useTimeOfData();
  const settings = useApp((app) => app.settings);
  const deployment = useDeploymentStatus(row.id);
  const worst = worstPlaceCondition(row, termsOf(settings), now);
  if (worst?.status === status) return null;
  if (worst !== null) {
    const { icon, ink, soft } = statusAppearances[worst.status];
    return (
      <Mark icon={icon} look={`px-1 ${ink} ${soft}`} text={t(`conditions.short.${worst.kind}`)} isWide />
    );
  }
  if (deployment?.status !== 'current' || deployment.addresses === 0) return null;
  return <Mark icon={CheckCheck} look="text-green" text={t('places.verdict.current')} />;
}

/** The deployment status of an order, updated every minute; `null` if it has no exported files and no endpoints. */
function useDeploymentStatus(orderId: string): DeploymentSummary | null {
  const now = useNow('minute');
  return useApp(({ copies, endpoints }) => deploymentStatuses(copies, endpoints, now).get(orderId) ?? null);
}

interface MarkProps {
  readonly icon: LucideIcon;
  readonly look: string;
  readonly text: string;
  /** Whether the text is shown if there is room. */
  readonly isWide?: boolean;
}

function Mark({ icon: Icon, look, text, isWide = false }: MarkProps) {
  return (
    <span
      role="img"
      aria-label={text}
      // Not a `Tooltip`: it would cost more to render than the rest of the row.
      title={text}
      className={cx('inline-flex h-5 min-w-0 items-center gap-1 rounded text-2xs font-medium', look)}
    >
      <Icon size={13} aria-hidden className="shrink-0" />
      {isWide && <span className="hidden truncate @min-[980px]:inline">{text}</span>}
    </span>
  );
}

/** The deployment status of each order that has exported files or endpoints, at `now` (Unix ms). */
export const deploymentStatuses = remembered(statusesOf);

function statusesOf(
  copies: readonly CopyBundleView[],
  endpoints: readonly EndpointView[],
  now: number,
): ReadonlyMap<string, DeploymentSummary> {
  const copiesByOrder = Map.groupBy(copies, ({ orderId }) => orderId);
  const endpointsByOrder = Map.groupBy(endpoints, ({ orderId }) => orderId);
  const statuses = new Map<string, DeploymentSummary>();
  for (const orderId of new Set([...copiesByOrder.keys(), ...endpointsByOrder.keys()])) {
    const status = summarisePlaces(
      { copies: copiesByOrder.get(orderId) ?? [], endpoints: endpointsByOrder.get(orderId) ?? [] },
      now,
    );
    if (status !== null) statuses.set(orderId, status);
  }
  return statuses;
}

/** The conditions of places, worst first. */
const placeConditions = allConditions.flatMap((condition) =>
  isPlaceKind(condition.kind) ? [{ ...condition, kind: condition.kind }] : [],
);

/** The worst condition of the places of an order at `now` (Unix ms); `null`: none, as far as known. */
export function worstPlaceCondition(order: ConditionFacts, terms: Terms, now: number) {
  return placeConditions.find((condition) => isHeld(condition, order, 'active', terms, now)) ?? null;
}
