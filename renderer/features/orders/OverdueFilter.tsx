import { AlarmClock } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
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
    <Button
      variant="ghost"
      icon={AlarmClock}
      aria-pressed={isOn}
      title={t('places.filter.overdueHint')}
      className={isOn ? 'bg-accent-soft text-accent-ink' : ''}
      onClick={() => changeFilter({ overdue: !isOn })}
    >
      <span className="sr-only @min-[840px]:not-sr-only">{t('places.filter.overdue')}</span>
      <span className="tabular">{count}</span>
    </Button>
  );
}
