import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { coarseTickText, fineTickText, nextStart, shortDay, ticksIn, unitsFor } from './ticks.ts';
import { isWithin, type Period, type TimeScale, xOf } from './timeScale.ts';

/** Coarse units, fine units, and today's date, each on its line. */
export const AXIS_HEIGHT = 64;

interface AxisProps {
  readonly scale: TimeScale;
  readonly visible: Period;
  /** Unix ms. */
  readonly now: number;
  readonly titleWidth: number;
}

/** The time axis: coarse units above, fine units below, and today's date. */
export function TimelineAxis({ scale, visible, now, titleWidth }: AxisProps) {
  const t = useT();
  const locale = useLocale();
  const { fine, coarse } = unitsFor(scale.pxPerMs);
  const today = xOf(scale, now);
  return (
    <>
      {ticksIn(coarse, visible).map((tick) => {
        const left = xOf(scale, tick);
        const width = xOf(scale, nextStart(coarse, tick)) - left;
        return (
          <span
            key={`coarse ${tick}`}
            style={{ left, width }}
            className="absolute top-0 h-5.5 text-2xs leading-5.5 font-medium whitespace-nowrap text-ink"
          >
            <span style={{ left: titleWidth }} className="sticky inline-block max-w-full truncate px-2">
              {coarseTickText(coarse, fine, tick, locale)}
            </span>
          </span>
        );
      })}
      {ticksIn(fine, visible).map((tick) => {
        const left = xOf(scale, tick);
        const width = xOf(scale, nextStart(fine, tick)) - left;
        return (
          <span
            key={tick}
            style={{ left, width }}
            className="absolute top-5.5 h-5.5 overflow-hidden border-l border-line pl-1.5 text-2xs leading-5.5 whitespace-nowrap text-muted tabular"
          >
            {tick >= scale.from && fineTickText(fine, tick, width, locale, t)}
          </span>
        );
      })}
      {isWithin(visible, now) && (
        <span
          style={{ left: today }}
          title={t('timeline.todayIs', { date: formatDate(now, locale, 'local') })}
          className="absolute top-11 h-4.5 -translate-x-1/2 rounded-full bg-accent px-2.5 text-center text-2xs leading-4.5 font-medium whitespace-nowrap text-on-accent tabular"
        >
          {shortDay(now, locale)}
        </span>
      )}
    </>
  );
}

/** The vertical lines of the axis, behind the rows. */
export function AxisLines({ scale, visible }: Pick<AxisProps, 'scale' | 'visible'>) {
  const { fine, coarse } = unitsFor(scale.pxPerMs);
  const coarseTicks = new Set(ticksIn(coarse, visible));
  const ticks = new Set([...ticksIn(fine, visible), ...coarseTicks]);
  return [...ticks].map((tick) => (
    <span
      key={tick}
      style={{ left: xOf(scale, tick) }}
      className={`absolute inset-y-0 border-l ${coarseTicks.has(tick) ? 'border-line-strong' : 'border-line/60'}`}
    />
  ));
}
