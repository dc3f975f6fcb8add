import { useMemo } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { moveFocusInRow } from '#renderer/hooks/rowFocus.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { changeFilter, useViewStore } from '#renderer/stores/viewStore.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { type ExpiryWeek, expiryHistogram } from '#shared/domain/expiryHistogram.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { timeStatus } from '#shared/domain/timeStatus.ts';
import { formatDayRange, formatShortDay } from '#shared/i18n/format.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** Height of the bars and the most of it that one order takes, in pixels. */
const HEIGHT = 38;
const ORDER_MOST = 12;

/** How many orders expire on each of the next 90 days, by the time that is left. A click on a week shows its orders alone, and all again. */
export function ExpiryStrip() {
  const t = useT();
  const locale = useLocale();
  const now = Math.floor(useNow('minute') / HOUR_MS) * HOUR_MS;
  const terms = useApp(({ settings }) => termsOf(settings));
  const orders = useApp((app) => app.orders);
  const chosen = useViewStore((view) => view.filter.expires);
  const weeks = useMemo(
    () => expiryHistogram(orders.values(), (row) => timeStatus(row, terms, now), now),
    [orders, terms, now],
  );
  const most = Math.max(1, ...weeks.flatMap(({ days }) => days.map(({ count }) => count)));
  const chosenAt = weeks.findIndex(({ from }) => from === chosen?.from);
  return (
    // Each button says its week with all counts, so this is the table as well.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      role="group"
      aria-label={t('orders.strip.label')}
      onKeyDown={(event) => moveFocusInRow(event, 'button')}
      className="animate-fade"
    >
      <div className="grid grid-cols-13 border-b border-field" style={{ height: HEIGHT }}>
        {weeks.map((week, index) => (
          <Week
            key={week.from}
            week={week}
            perOrder={Math.min(ORDER_MOST, HEIGHT / most)}
            text={weekText(week, t, locale)}
            isChosen={index === chosenAt}
            isFocusable={index === Math.max(0, chosenAt)}
          />
        ))}
      </div>
      <div aria-hidden className="grid grid-cols-13 pt-0.5 text-2xs text-faint tabular">
        {weeks.map(({ from }, index) => (
          <span key={from} className={cx('whitespace-nowrap', index % 2 === 1 && 'invisible')}>
            {index === 0 ? t('orders.strip.today') : formatShortDay(from, locale)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface WeekProps {
  readonly week: ExpiryWeek;
  /** Pixels of the height of one order. */
  readonly perOrder: number;
  readonly text: string;
  readonly isChosen: boolean;
  readonly isFocusable: boolean;
}

function Week({ week: { from, until, days }, perOrder, text, isChosen, isFocusable }: WeekProps) {
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={text}
        aria-pressed={isChosen}
        tabIndex={isFocusable ? 0 : -1}
        onClick={() => changeFilter({ expires: isChosen ? null : { from, until } })}
        className={cx(
          'flex h-full items-end gap-px rounded-t px-px',
          isChosen ? 'bg-accent-soft ring-1 ring-accent ring-inset' : 'hover:bg-hover',
        )}
      >
        {days.map(({ byStatus }, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week keep their places
          <span key={day} className="flex flex-1 flex-col-reverse gap-px">
            {byStatus.map(({ status, count }) => (
              <span
                key={status}
                className={cx(
                  'block rounded-xs forced-color-adjust-none forced-colors:bg-[CanvasText]',
                  statusAppearances[status].fill,
                )}
                style={{ height: Math.max(2, count * perOrder - 1) }}
              />
            ))}
          </span>
        ))}
      </button>
    </Tooltip>
  );
}

/** "25 Nov – 1 Dec: 3 orders expire (2 Critical, 1 Expiring)" */
function weekText({ from, until, count, byStatus }: ExpiryWeek, t: Translate, locale: Locale): string {
  const days = formatDayRange(from, until - 1, locale);
  if (count === 0) return t('orders.strip.none', { days });
  const parts = byStatus.map((part) =>
    t('orders.strip.part', { status: statusText(part.status, t), count: part.count }),
  );
  return t('orders.strip.week', { days, count, parts: parts.join(t('common.listSeparator')) });
}
