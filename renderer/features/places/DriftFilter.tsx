import { ScanSearch, Waypoints } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { changeFilter, useViewStore } from '#renderer/stores/viewStore.ts';
import { checkNow } from './endpointActions.ts';
import { useDrifted } from './useTruth.ts';

/** Narrows the list to orders whose places are not as they should be, and has them checked; nothing while all are. */
export function DriftFilter() {
  const t = useT();
  const isOn = useViewStore(({ filter }) => filter.drifted);
  const drifted = useDrifted();
  const hasEndpoints = useApp(({ endpoints }) => endpoints.length > 0);
  if (drifted.size === 0 && !isOn) return null;
  return (
    <>
      <Button
        variant="ghost"
        icon={Waypoints}
        aria-pressed={isOn}
        title={t('places.filter.driftedHint')}
        className={isOn ? 'bg-accent-soft text-accent-ink' : ''}
        onClick={() => changeFilter({ drifted: !isOn })}
      >
        <span className="sr-only @min-[840px]:not-sr-only">{t('places.filter.drifted')}</span>
        <span className="tabular">{drifted.size}</span>
      </Button>
      {isOn && hasEndpoints && drifted.size > 0 && (
        <Button size="sm" icon={ScanSearch} onClick={() => checkNow({ orderIds: [...drifted] })}>
          {t('places.checkNow')}
        </Button>
      )}
    </>
  );
}
