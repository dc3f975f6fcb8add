import { AlarmClock, Files, type LucideIcon, ScanSearch, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { checkNow } from '#renderer/features/deployment/endpoints/checkNow.ts';
import { useDrifted } from '#renderer/features/deployment/endpoints/useDeploymentStatus.ts';
import { copyAttention, refreshable } from '#renderer/features/deployment/files/copyAttention.ts';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isComplete } from '#renderer/stores/mirror.ts';
import { changeFilter, useViewStore } from '#renderer/stores/viewStore.ts';
import { overdueOrders } from './overdueOrders.ts';

const RefreshAll = lazyPart(
  async () => (await import('#renderer/features/deployment/files/RefreshAll.tsx')).RefreshAll,
  () => undefined,
);

/** Filters for the orders that need attention: exported files, deployment, renewal. Each can also fix what it shows. */
export function AttentionFilters() {
  const t = useT();
  const now = useNow('minute');
  const copies = useApp((app) => app.copies);
  const drifted = useDrifted();
  // Main does not count these, so their number is not known before all orders are.
  const overdue = useApp((app) => (isComplete(app) ? overdueOrders(app.orders, now).size : 0));
  const hasEndpoints = useApp(({ endpoints }) => endpoints.length > 0);
  const refreshableIds = refreshable(copies);
  return (
    <>
      <AttentionFilter
        part="copies"
        icon={Files}
        label={t('copies.filter')}
        hint={t('copies.filterHint')}
        count={copyAttention(copies).size}
      >
        {refreshableIds.length > 0 && <RefreshAll ids={refreshableIds} />}
      </AttentionFilter>
      <AttentionFilter
        part="drifted"
        icon={Waypoints}
        label={t('places.filter.drifted')}
        hint={t('places.filter.driftedHint')}
        count={drifted.size}
      >
        {hasEndpoints && drifted.size > 0 && (
          <Button size="sm" icon={ScanSearch} onClick={() => void checkNow({ orderIds: [...drifted] })}>
            {t('places.checkNow')}
          </Button>
        )}
      </AttentionFilter>
      <AttentionFilter
        part="overdue"
        icon={AlarmClock}
        label={t('places.filter.overdue')}
        hint={t('places.filter.overdueHint')}
        count={overdue}
      />
    </>
  );
}

interface AttentionFilterProps {
  readonly part: 'copies' | 'drifted' | 'overdue';
  readonly icon: LucideIcon;
  readonly label: string;
  readonly hint: string;
  /** How many orders it shows. With none it is hidden, unless it is on. */
  readonly count: number;
  readonly children?: ReactNode;
}

function AttentionFilter({ part, icon, label, hint, count, children }: AttentionFilterProps) {
  const isOn = useViewStore(({ filter }) => filter[part]);
  if (count === 0 && !isOn) return null;
  return (
    <>
      <Button
        variant="ghost"
        icon={icon}
        aria-pressed={isOn}
        title={hint}
        className={isOn ? 'bg-accent-soft text-accent-ink' : ''}
        onClick={() => changeFilter({ [part]: !isOn })}
      >
        {/* Hidden where the toolbar is narrow. */}
        <span className="sr-only @min-[840px]:not-sr-only">{label}</span>
        <span className="tabular">{count}</span>
      </Button>
      {isOn && children}
    </>
  );
}
