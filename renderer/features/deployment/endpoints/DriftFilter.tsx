import { ScanSearch, Waypoints } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { FilterToggle } from '#renderer/components/FilterToggle.tsx';
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
      <FilterToggle
        icon={Waypoints}
        label={t('places.filter.drifted')}
        hint={t('places.filter.driftedHint')}
        count={drifted.size}
        isOn={isOn}
        onToggle={() => changeFilter({ drifted: !isOn })}
      />
      {isOn && hasEndpoints && drifted.size > 0 && (
        <Button size="sm" icon={ScanSearch} onClick={() => void checkNow({ orderIds: [...drifted] })}>
          {t('places.checkNow')}
        </Button>
      )}
    </>
  );
}
