import { TabList } from '#renderer/components/Tabs.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isWaiting } from '#shared/domain/delivery.ts';
import { useOfferedViews } from './views.ts';

/** The choice between the orders, the timeline and, where there is one, the inbox with the number of waiting ones. */
export function ViewTabs() {
  const t = useT();
  const offered = useOfferedViews();
  const waiting = useApp((app) => app.inbox.filter(isWaiting).length);
  return (
    <TabList
      label={t('inbox.nav.label')}
      tabs={offered.map((value) => ({
        value,
        label: value === 'timeline' ? t('timeline.tab') : t(`inbox.nav.${value}`),
        ...(value === 'inbox' ? { mark: <Waiting count={waiting} /> } : {}),
      }))}
    />
  );
}

function Waiting({ count }: { readonly count: number }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <span className="inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-amber-soft px-1 text-2xs font-semibold text-amber tabular">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('inbox.nav.waiting', { count })}</span>
    </span>
  );
}
