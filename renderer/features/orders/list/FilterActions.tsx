import { Plug, ScanSearch } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Menu, MenuCheckItem } from '#renderer/components/Menu.tsx';
import { checkNow } from '#renderer/features/deployment/endpoints/checkNow.ts';
import { useDrifted } from '#renderer/features/deployment/endpoints/useDeploymentStatus.ts';
import { RefreshAll } from '#renderer/features/deployment/files/RefreshAll.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { toggleConnection, useViewStore } from '#renderer/stores/viewStore.ts';
import { refreshable } from '#shared/domain/copy.ts';
import type { OrderSource } from './orderSources.ts';

/** What fixes all orders that an attention filter shows. */
export function AttentionFixes() {
  const t = useT();
  const { copies, drifted } = useViewStore((view) => view.filter);
  const refreshableIds = refreshable(useApp((app) => app.copies));
  const driftedIds = useDrifted();
  const hasEndpoints = useApp(({ endpoints }) => endpoints.length > 0);
  return (
    <>
      {copies && refreshableIds.length > 0 && <RefreshAll ids={refreshableIds} />}
      {drifted && hasEndpoints && driftedIds.size > 0 && (
        <Button size="sm" icon={ScanSearch} onClick={() => void checkNow({ orderIds: [...driftedIds] })}>
          {t('places.checkNow')}
        </Button>
      )}
    </>
  );
}

/** Shows the orders of some connections or hooks alone. */
export function ConnectionFilter(props: {
  readonly sources: readonly OrderSource[];
  readonly chosen: ReadonlySet<string>;
}) {
  const { sources, chosen } = props;
  const t = useT();
  const [only] = chosen;
  const name = chosen.size === 1 ? sources.find(({ id }) => id === only)?.name : undefined;
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          icon={Plug}
          className={chosen.size > 0 ? 'bg-accent-soft text-accent-ink' : ''}
        >
          <span className="max-w-40 truncate">{name ?? t('orders.toolbar.connection')}</span>
          {chosen.size > 1 && (
            <span className="tabular">{t('orders.toolbar.count', { count: chosen.size })}</span>
          )}
        </Button>
      }
    >
      {sources.map(({ id, name: sourceName, kind }) => (
        <MenuCheckItem key={id} checked={chosen.has(id)} onCheckedChange={() => toggleConnection(id)}>
          <span className="max-w-60 truncate">{sourceName}</span>
          {kind === 'hook' && <span className="text-2xs text-muted">{t('inbox.pushOnly.mark')}</span>}
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
