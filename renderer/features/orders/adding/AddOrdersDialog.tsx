import { useId } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { AddOrdersReport } from '#shared/ipc/answers.ts';
import { type RidAnswer, RidAnswerRow } from './RidAnswer.tsx';
import { ConnectionChoice, OddParts, RidsField, SubmitRids } from './RidsField.tsx';
import { useAddOrders } from './useAddOrders.ts';

export function AddOrdersDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'addOrders' ? <OpenDialog initialId={dialog.connectionId} /> : null;
}

function OpenDialog({ initialId }: { readonly initialId: string | null }) {
  const t = useT();
  const formId = useId();
  const form = useAddOrders(initialId);
  const { connection } = form;
  const footer =
    form.report === null ? (
      <>
        <Button onClick={closeDialog}>{t('common.cancel')}</Button>
        <SubmitRids form={form} formId={formId} />
      </>
    ) : (
      <>
        <Button onClick={form.again}>{t('addOrders.addMore')}</Button>
        <Button variant="primary" onClick={closeDialog}>
          {t('common.done')}
        </Button>
      </>
    );
  return (
    <Dialog
      onClose={closeDialog}
      isUnsaved={!form.isEmpty && form.report === null}
      title={t('addOrders.title')}
      description={t('addOrders.description')}
      closeOnOutsideClick={form.isEmpty || form.report !== null}
      footer={footer}
    >
      {form.report !== null && connection !== undefined ? (
        <AddedOrders report={form.report} host={hostOf(connection.baseUrl)} />
      ) : (
        <form id={formId} onSubmit={form.submit} className="flex flex-col gap-4">
          {connection === undefined ? (
            <p className="flex items-center gap-3 text-sm">
              {t('addOrders.noConnection')}
              <Button
                onClick={() => {
                  closeDialog();
                  openSettings('connections');
                }}
              >
                {t('connections.addConnection')}
              </Button>
            </p>
          ) : (
            <ConnectionChoice form={form} />
          )}
          <RidsField form={form} />
        </form>
      )}
    </Dialog>
  );
}

interface AddedOrdersProps {
  readonly report: AddOrdersReport;
  readonly host: string;
}

/** The result of adding: every rid with its live state, and the refused texts. */
function AddedOrders({ report, host }: AddedOrdersProps) {
  const t = useT();
  const results = report.results.filter(({ outcome }) => outcome !== 'repeated');
  const repeated = report.results.length - results.length;
  const added = results.filter(({ outcome }) => outcome === 'added').length;
  const alreadyThere = results.length - added;
  const kinds = useApp(({ orders, polling }) =>
    results.map(({ orderId }) => answerOf(orders.get(orderId), polling.has(orderId)).kind).join(' '),
  ).split(' ');
  const count = (...wanted: readonly string[]) => kinds.filter((kind) => wanted.includes(kind)).length;
  const failuresFirst = results
    .map((result, index) => ({ result, isFailed: kinds[index] === 'failed' }))
    .toSorted((one, other) => Number(other.isFailed) - Number(one.isFailed))
    .map(({ result }) => result);
  const facts = [
    t('addOrders.summary.added', { count: added }),
    count('failed') > 0 && t('addOrders.summary.failedOf', { count: count('failed') }),
    alreadyThere > 0 && t('addOrders.summary.alreadyThere', { count: alreadyThere }),
    repeated > 0 && t('addOrders.preview.duplicates', { count: repeated }),
    count('waiting', 'asking') > 0 && t('addOrders.summary.asking', { count: count('waiting', 'asking') }),
  ].filter((fact) => fact !== false);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="tabular text-sm font-medium">
        {facts.join(' · ')}
      </p>
      {results.length > 0 && (
        <VirtualList
          items={failuresFirst}
          keyOf={({ orderId }) => orderId}
          estimatedHeight={54}
          label={t('addOrders.results')}
          className="h-72"
        >
          {(result) => <AddedOrder result={result} host={host} />}
        </VirtualList>
      )}
      <OddParts parts={report.refused} />
    </div>
  );
}

interface AddedOrderProps {
  readonly result: AddOrdersReport['results'][number];
  readonly host: string;
}

/** An added rid with the service's answer as it arrives. */
function AddedOrder({ result: { rid, outcome, orderId }, host }: AddedOrderProps) {
  const t = useT();
  const order = useApp((projection) => projection.orders.get(orderId));
  const isAsking = useApp((projection) => projection.polling.has(orderId));
  return (
    <RidAnswerRow
      rid={rid}
      title={order === undefined ? rid : orderTitle(order)}
      answer={answerOf(order, isAsking)}
      host={host}
      explains
      note={outcome === 'added' ? undefined : t(`addOrders.result.${outcome}`)}
    />
  );
}

/** The answer, from the order's row (`undefined` once removed) and whether it is being polled. */
export function answerOf(order: OrderRow | undefined, isAsking: boolean): RidAnswer {
  if (order === undefined) return { kind: 'removed' };
  if (isAsking) return { kind: 'asking' };
  if (order.failure !== null) return { kind: 'failed', error: order.failure };
  const end = endOf(order);
  if (end !== null) return { kind: 'known', end };
  return { kind: 'waiting' };
}
