import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, openDialog } from '#renderer/stores/viewStore.ts';
import type { ExportedAgain } from '#shared/domain/copy.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { proofText } from '#shared/i18n/exportText.ts';
import { formatDayTime } from '#shared/i18n/format.ts';
import { orderListHeight } from './ExportItems.tsx';
import { exportAgain, isLeft, reviewAgain } from './exportAgain.ts';

interface AgainResultsProps {
  readonly results: readonly ExportedAgain[];
}

const marks = {
  failed: { icon: CircleX, ink: 'text-danger' },
  left: { icon: TriangleAlert, ink: 'text-amber' },
  fine: { icon: CircleCheck, ink: 'text-green' },
} as const;

function markOf(result: ExportedAgain): keyof typeof marks {
  if (result.kind === 'failed') return 'failed';
  return isLeft(result) ? 'left' : 'fine';
}

const importance = { failed: 0, left: 1, fine: 2 } as const;

/** How orders were exported to their own destinations, failures first. */
export function AgainResults({ results }: AgainResultsProps) {
  const t = useT();
  const sorted = results.toSorted((one, other) => importance[markOf(one)] - importance[markOf(other)]);
  const left = results.filter(isLeft).length;
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <p role="status" className="text-sm font-medium">
        {t('exporting.again.sum', { done: results.length - left, total: results.length })}
      </p>
      <VirtualList
        items={sorted}
        keyOf={({ orderId }) => orderId}
        estimatedHeight={44}
        label={t('exporting.items')}
        className={orderListHeight(results.length)}
      >
        {(result) => <Row result={result} />}
      </VirtualList>
    </div>
  );
}

function Row({ result }: { readonly result: ExportedAgain }) {
  const t = useT();
  const order = useApp(({ orders }) => orders.get(result.orderId));
  const copyId = 'copyId' in result ? result.copyId : null;
  const folder = useApp(({ copies }) => copies.find(({ id }) => id === copyId)?.folder);
  const { icon: Icon, ink } = marks[markOf(result)];
  return (
    <div className="flex items-start gap-2.5 px-3 py-2">
      <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{order === undefined ? '' : orderTitle(order)}</p>
        {folder !== undefined && (
          <p data-selectable className="truncate text-xs text-muted" title={folder}>
            {folder}
          </p>
        )}
        <p className={cx('text-xs wrap-anywhere', isLeft(result) ? ink : 'text-muted')}>
          <Outcome result={result} />
        </p>
      </div>
      {result.kind === 'needsReview' && (
        <Button size="sm" onClick={() => void reviewAgain(result.orderId, result.copyId)}>
          {t('exporting.again.review')}
        </Button>
      )}
      {result.kind === 'noDestination' && (
        <Button size="sm" onClick={() => openDialog({ kind: 'export', orderIds: [result.orderId] })}>
          {t('exporting.chooseFolder')}
        </Button>
      )}
    </div>
  );
}

function Outcome({ result }: { readonly result: ExportedAgain }) {
  const t = useT();
  const locale = useLocale();
  const platform = useApp(({ app }) => app.platform);
  switch (result.kind) {
    case 'written':
      return proofText(result.proof, t);
    case 'upToDate':
      return t('copies.done.upToDateText', { date: formatDayTime(result.writtenAt, locale) });
    case 'failed': {
      const { title, next } = describeError(result.error, t, { platform });
      return (
        <>
          {title}
          <span className="block text-muted">{next}</span>
        </>
      );
    }
    default:
      return t(`exporting.again.${result.kind}`);
  }
}

/** Repeats what failed, or closes the list. */
export function AgainButtons({ results }: AgainResultsProps) {
  const t = useT();
  const failed = results.filter(({ kind }) => kind === 'failed').map(({ orderId }) => orderId);
  return (
    <>
      {failed.length > 0 && (
        <WorkButton work={() => exportAgain(failed)}>
          {t('exporting.retry', { count: failed.length })}
        </WorkButton>
      )}
      <Button variant="primary" onClick={closeDialog}>
        {t('common.done')}
      </Button>
    </>
  );
}
