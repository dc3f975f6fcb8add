import { CalendarDays, Download, FileSpreadsheet, Table2 } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Menu, MenuItem } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { saveTimeline } from './saveTimeline.ts';
import { setZoom, showToday, useTimelineStore, zooms } from './timelineStore.ts';

/** Zoom, table view and saving. The table has no zoom. */
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
        <MenuItem icon={FileSpreadsheet} onSelect={() => void saveTimeline('csv')}>
          {t('timeline.save.csv')}
        </MenuItem>
        <MenuItem icon={CalendarDays} onSelect={() => void saveTimeline('ics')}>
          {t('timeline.save.ics')}
        </MenuItem>
      </Menu>
    </div>
  );
}

function ZoomChoice({ disabled }: { readonly disabled: boolean }) {
  const t = useT();
  const chosen = useTimelineStore((state) => state.zoom);
  return (
    <fieldset
      disabled={disabled}
      className="inline-flex shrink-0 gap-0.5 rounded-lg bg-sunken p-0.5 disabled:opacity-45"
    >
      <legend className="sr-only">{t('timeline.zoom.label')}</legend>
      {zooms.map((zoom) => (
        <label
          key={zoom}
          className={cx(
            'inline-flex h-6.5 items-center rounded-md px-2.5 text-xs font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-accent',
            zoom === chosen
              ? 'bg-raised text-ink ring-1 ring-line forced-colors:outline-1'
              : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="timeline-zoom"
            value={zoom}
            checked={zoom === chosen}
            onChange={() => setZoom(zoom)}
            className="sr-only"
          />
          {t(`timeline.zoom.${zoom}`)}
        </label>
      ))}
    </fieldset>
  );
}
