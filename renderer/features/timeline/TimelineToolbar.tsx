import { CalendarDays, Download, FileSpreadsheet, Table2 } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Menu, MenuItem } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { saveTimeline } from './saveTimeline.ts';
import { showToday, useTimelineStore } from './timelineStore.ts';
import { ZoomChoice } from './ZoomChoice.tsx';

/** How the timeline is shown, and the ways out of it. A table has no zoom. */
export function TimelineToolbar() {
  const t = useT();
  const isTable = useTimelineStore((state) => state.isTable);
  return (
    <div
      role="toolbar"
      aria-label={t('timeline.tools')}
      className="flex items-center gap-2 px-4 pb-2.5 @min-[940px]:pt-2.5"
    >
      <ZoomChoice disabled={isTable} />
      <Button size="sm" disabled={isTable} onClick={showToday}>
        {t('timeline.today')}
      </Button>
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
      <Menu
        trigger={
          <Button size="sm" variant="ghost" icon={Download}>
            {t('timeline.save.menu')}
          </Button>
        }
      >
        <MenuItem icon={FileSpreadsheet} onSelect={() => void saveTimeline('csv', t)}>
          {t('timeline.save.csv')}
        </MenuItem>
        <MenuItem icon={CalendarDays} onSelect={() => void saveTimeline('ics', t)}>
          {t('timeline.save.ics')}
        </MenuItem>
      </Menu>
    </div>
  );
}
