import { Files } from 'lucide-react';
import { FilterToggle } from '#renderer/components/FilterToggle.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { changeFilter, useViewStore } from '#renderer/stores/viewStore.ts';
import { RefreshAll } from './CopiesSection.tsx';
import { copyAttention, refreshable } from './copyAttention.ts';

/** Narrows the list to orders whose copies need a look, and brings them up to date; nothing while there are none. */
export function CopyFilter() {
  const t = useT();
  const isOn = useViewStore(({ filter }) => filter.copies);
  const copies = useApp((app) => app.copies);
  const count = copyAttention(copies).size;
  if (count === 0 && !isOn) return null;
  const ids = isOn ? refreshable(copies) : [];
  return (
    <>
      <FilterToggle
        icon={Files}
        label={t('copies.filter')}
        hint={t('copies.filterHint')}
        count={count}
        isOn={isOn}
        onToggle={() => changeFilter({ copies: !isOn })}
      />
      {ids.length > 0 && <RefreshAll ids={ids} />}
    </>
  );
}
