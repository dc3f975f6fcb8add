import { Table2 } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { showToday, useTimelineStore } from './timelineStore.ts';
import { ZoomChoice } from './ZoomChoice.tsx';

/** How the timeline is shown, and the ways out of it. */
export function TimelineToolbar() {
  const t = useT();
  const isTable = useTimelineStore((state) => state.isTable);
  return (
    <div role="toolbar" aria-label={t('timeline.tools')} className="flex items-center gap-2 px-4 pb-2.5">
      {!isTable && (
        <>
          <ZoomChoice />
          <Button size="sm" onClick={showToday}>
            {t('timeline.today')}
          </Button>
        </>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={Table2}
        aria-pressed={isTable}
        onClick={() => useTimelineStore.setState({ isTable: !isTable })}
        className={isTable ? 'bg-accent-soft text-accent-ink' : ''}
      >
        {t('timeline.asTable')}
      </Button>
    </div>
  );
}
