import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { NoOrders } from '#renderer/features/orders/list/EmptyOrders.tsx';
import { FilterChips } from '#renderer/features/orders/list/FilterChips.tsx';
import { groupAt, manyExpiredLast } from '#renderer/features/orders/list/listEntries.ts';
import { NoMatchingOrders } from '#renderer/features/orders/list/NoMatchingOrders.tsx';
import { useShownOrders } from '#renderer/features/orders/list/useShownOrders.ts';
import { isTyping } from '#renderer/hooks/isTyping.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isComplete, orderTotal } from '#renderer/stores/mirror.ts';
import { isCovered } from '#renderer/stores/viewStore.ts';
import type { Assessment } from '#shared/domain/assessment.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { fromSpanColumns, type SpanColumns } from '#shared/domain/timeline.ts';
import type { Sort } from '#shared/domain/windowView.ts';
import { leavesOf } from './leaves.ts';
import { LeadMark } from './RowMarks.tsx';
import { TimelineChart } from './TimelineChart.tsx';
import { TimelineToolbar } from './TimelineToolbar.tsx';
import { startOf } from './ticks.ts';
import { stepZoom } from './timelineStore.ts';
import { periodsOf } from './timeScale.ts';

export interface TimelineViewProps {
  readonly assessment: Assessment;
}

const soonestFirst: Sort = { key: 'expiry', descending: false };

/** The orders that match the filter on a time axis, the next to expire first, many long expired ones last. */
export function TimelineView({ assessment }: TimelineViewProps) {
  const total = useApp(orderTotal);
  const isWhole = useApp(isComplete);
  const history = useHistory();
  const now = useTimeOfData();
  const today = startOf('day', now);
  useZoomKeys();
  const { statuses, counts } = assessment;
  const { sources, shown: bySoonest } = useShownOrders(statuses, soonestFirst);
  const shown = useMemo(() => longExpiredLast(bySoonest, statuses, now), [bySoonest, statuses, now]);
  const periods = useMemo(() => periodsOf(bySoonest, history), [bySoonest, history]);
  const leaves = useCallback((row: OrderRow) => leavesOf(row, history.get(row.id) ?? []), [history]);

  if (total === 0) return <NoOrders />;
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className="@container flex flex-wrap items-center">
        <div className="min-w-120 flex-1">
          <FilterChips
            sources={sources}
            counts={counts}
            rows={shown}
            shown={isWhole ? shown.length : total}
            total={total}
          />
        </div>
        <TimelineToolbar />
      </div>
      <div className="min-h-0 flex-1 border-t border-line">
        {shown.length === 0 ? (
          <NoMatchingOrders />
        ) : (
          <TimelineChart
            shown={shown}
            statuses={statuses}
            leavesOf={leaves}
            periods={periods}
            now={now}
            today={today}
          />
        )}
      </div>
      {shown.length > 0 && <TimelineLegend />}
    </div>
  );
}

const steps: ReadonlyMap<string, -1 | 1> = new Map([
  ['+', -1],
  ['=', -1],
  ['-', 1],
]);

/** Zooms with the plus and minus keys, except in text fields and dialogs. */
function useZoomKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = steps.get(event.key);
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (isCovered() || isTyping(event.target)) return;
      event.preventDefault();
      stepZoom(step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function TimelineLegend() {
  const t = useT();
  const swatch = 'inline-block w-5 shrink-0';
  const { ink, soft } = statusAppearances.notYetValid;
  return (
    <ul
      aria-label={t('timeline.legend.label')}
      className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1 text-2xs text-muted"
    >
      <Entry text={t('timeline.legend.present')}>
        <span className={`${swatch} h-2.5 rounded-xs border border-green bg-green-soft`} />
      </Entry>
      <Entry text={t('timeline.legend.notYetValid')}>
        <span className={cx(swatch, 'h-2.5 rounded-xs border border-dashed border-current', ink, soft)} />
      </Entry>
      <Entry text={t('timeline.legend.former')}>
        <span className={`${swatch} h-1.5 rounded-xs border border-gray bg-gray-soft`} />
      </Entry>
      <Entry text={t('timeline.legend.warning')}>
        <span className={`${swatch} h-2.5 border-l border-amber text-amber hatch hatch-wide`} />
      </Entry>
      <Entry text={t('timeline.legend.critical')}>
        <span className={`${swatch} h-2.5 border-l-2 border-orange text-orange hatch hatch-dense`} />
      </Entry>
      <Entry text={t('timeline.legend.expired')}>
        <span className={`${swatch} h-0 border-t-2 border-dotted border-danger`} />
      </Entry>
      <Entry text={t('timeline.legend.usual')}>
        <LeadMark />
      </Entry>
      <Entry text={t('timeline.legend.renewed')}>
        <span className="size-1.5 rounded-full bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]" />
      </Entry>
      <Entry text={t('timeline.legend.saidEnd')}>
        <span className="h-3.5 border-l-2 border-dashed border-gray" />
      </Entry>
      <Entry text={t('timeline.legend.today')}>
        <span className="h-3.5 w-0.5 bg-accent forced-color-adjust-none forced-colors:bg-[Highlight]" />
      </Entry>
    </ul>
  );
}

function Entry({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className="flex items-center">
        {children}
      </span>
      {text}
    </li>
  );
}

/**
 * Puts orders that expired long ago after the others, the last expired first, where the list has a group of them: the first
 * rows are those that can still be saved.
 * @param rows in the order of their expiry
 * @param now Unix ms
 */
export function longExpiredLast(
  rows: readonly OrderRow[],
  statuses: ReadonlyMap<string, OrderStatus>,
  now: number,
): readonly OrderRow[] {
  const groupOf = groupAt(statuses, now);
  return manyExpiredLast(rows, (row) => groupOf(row) === 'longExpired');
}

const noHistory: History = new Map();

/** The certificate history of all orders. Read on first use, and again for each order whose certificate changes. */
function useHistory(): History {
  const orders = useApp((app) => app.orders);
  const [history, setHistory] = useState(noHistory);
  const asked = useRef<ReadonlyMap<string, OrderRow> | null>(null);
  useEffect(() => {
    const known = asked.current;
    asked.current = orders;
    const ids = known === null ? null : renewedIds(known, orders);
    if (ids !== null && ids.length === 0) return;
    void readHistory(ids).then((read) => setHistory((before) => new Map([...before, ...read])));
  }, [orders]);
  return history;
}

/** The orders whose certificate has changed, including new orders that have one. */
export function renewedIds(
  before: ReadonlyMap<string, OrderRow>,
  now: ReadonlyMap<string, OrderRow>,
): readonly string[] {
  const ids: string[] = [];
  for (const [id, row] of now) {
    const known = before.get(id);
    if (known !== row && row.fingerprint256 !== null && row.fingerprint256 !== known?.fingerprint256)
      ids.push(id);
  }
  return ids;
}

/** The current and earlier certificates by order id. */
type History = ReadonlyMap<string, readonly ValiditySpan[]>;

/** Reads the history of these orders, or of all with `null`. Empty on an error: the current certificates are known anyway. */
async function readHistory(orderIds: readonly string[] | null): Promise<History> {
  const result = await bridge().calls['timeline:spans'](orderIds === null ? null : [...orderIds]);
  return result.ok ? historyOf(result.value) : new Map();
}

export function historyOf(columns: SpanColumns): History {
  return Map.groupBy(fromSpanColumns(columns), ({ orderId }) => orderId);
}
