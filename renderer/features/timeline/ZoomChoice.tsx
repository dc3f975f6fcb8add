import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { setZoom, useTimelineStore } from './timelineStore.ts';
import { zooms } from './zoom.ts';

/** How much time is shown at once. */
export function ZoomChoice({ disabled }: { readonly disabled: boolean }) {
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
