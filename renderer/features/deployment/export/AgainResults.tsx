import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, openDialog } from '#renderer/stores/viewStore.ts';
import { orderTitle } from '#shared/domain/order.ts';
import type { OrderWrite } from '#shared/domain/writeResult.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { writeText } from '#shared/i18n/writeText.ts';
import { orderListHeight } from './ExportItems.tsx';
import { exportAgain, isAsked, isLeft, reviewAgain } from './exportAgain.ts';

interface AgainResultsProps {
  readonly results: readonly OrderWrite[];
}

const marks = {
  failed: { icon: CircleX, ink: 'text-danger' },
  left: { icon: TriangleAlert, ink: 'text-amber' },
  fine: { icon: CircleCheck, ink: 'text-green' },
} as const;

function markOf(result: OrderWrite): keyof typeof marks {
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

function Row({ result }: { readonly result: OrderWrite }) {
  const t = useT();
  const order = useApp(({ orders }) => orders.get(result.orderId));
  const folder = useApp(({ copies }) => copies.find(({ id }) => id === result.copyId)?.folder);
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
      {isAsked(result) && (
        <Button size="sm" onClick={() => void reviewAgain(result)}>
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

function Outcome({ result }: { readonly result: OrderWrite }) {
  const t = useT();
  const locale = useLocale();
  const platform = useApp(({ app }) => app.platform);
  return (
    <>
      {writeText(result, t, locale)}
      {result.kind === 'failed' && (
        <span className="block text-muted">{describeError(result.error, t, { platform }).next}</span>
      )}
    </>
  );
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
