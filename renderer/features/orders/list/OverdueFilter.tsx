import { AlarmClock } from 'lucide-react';
import { FilterToggle } from '#renderer/components/FilterToggle.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { changeFilter, useViewStore } from '#renderer/stores/viewStore.ts';
import { overdueOrders } from './overdue.ts';

/** Narrows the list to orders whose renewal is overdue; nothing while there are none. */
export function OverdueFilter() {
  const t = useT();
  const now = useNow('minute');
  const isOn = useViewStore(({ filter }) => filter.overdue);
  const count = useApp(({ orders }) => overdueOrders(orders, now).size);
  if (count === 0 && !isOn) return null;
  return (
    <FilterToggle
      icon={AlarmClock}
      label={t('places.filter.overdue')}
      hint={t('places.filter.overdueHint')}
      count={count}
      isOn={isOn}
      onToggle={() => changeFilter({ overdue: !isOn })}
    />
  );
}
