import { CalendarDays, Download, FileSpreadsheet } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Menu, MenuItem } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { showToast, told } from '#renderer/stores/toastStore.ts';
import type { TimelineFormat } from '#shared/domain/report.ts';
import { setZoom, showToday, useTimelineStore, zooms } from './timelineStore.ts';

/** Zoom and saving. */
export function TimelineToolbar() {
  const t = useT();
  return (
    <div
      role="toolbar"
      aria-label={t('timeline.tools')}
      className="flex items-center gap-2 px-4 pb-2.5 @min-[940px]:pt-2.5"
    >
      <ZoomChoice />
      <Button size="sm" onClick={showToday}>
        {t('timeline.today')}
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

function ZoomChoice() {
  const t = useT();
  const chosen = useTimelineStore((state) => state.zoom);
  return (
    <fieldset className="inline-flex shrink-0 gap-0.5 rounded-lg bg-sunken p-0.5">
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

/** Saves the timeline of all orders to a file that the user chooses, and reports the result. */
export async function saveTimeline(format: TimelineFormat): Promise<void> {
  await told(bridge().calls['timeline:save']({ format }), 'timeline.save.failed', (name, t) => {
    if (name !== null) showToast({ tone: 'success', title: t('timeline.save.saved', { name }) });
  });
}
