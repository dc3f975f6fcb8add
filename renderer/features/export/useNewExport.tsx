import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import { exportParts } from '#shared/domain/export.ts';
import { orderTitle } from '#shared/domain/order.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { ExportChoice, type ExportWishes } from './ExportChoice.tsx';
import type { ExportPage } from './exportPage.ts';

/**
 * The page before there is a job: files and container; the native dialog for the place comes next.
 * `deliveryId`: the delivery of the one order that is exported, or `null` for what the orders have now.
 */
export function useNewExport(orderIds: readonly string[], deliveryId: string | null): ExportPage {
  const t = useT();
  const [wishes, setWishes] = useState<ExportWishes>({ parts: new Set(exportParts), container: 'folder' });
  const start = useAction((args: CallArgs<'export:start'>) => bridge().calls['export:start'](args));
  const only = useApp(({ orders }) => (orderIds.length === 1 ? orders.get(orderIds[0] ?? '') : undefined));
  const isAllPushed = useApp(
    ({ orders }) => orderIds.length > 0 && orderIds.every((id) => orders.get(id)?.pushOnly === true),
  );
  const source = deliveryId !== null ? 'delivery' : isAllPushed ? 'pushOnly' : 'service';
  const parts = exportParts.filter((part) => wishes.parts.has(part));
  const { container } = wishes;
  return {
    title:
      only === undefined
        ? t('exporting.titleCount', { count: orderIds.length })
        : t('exporting.titleOf', { title: orderTitle(only) }),
    body: <ExportChoice source={source} wishes={wishes} onChange={setWishes} error={start.error} />,
    buttons: (
      <>
        <Button onClick={closeDialog}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          busy={start.busy}
          disabled={parts.length === 0 || orderIds.length === 0}
          onClick={() =>
            void start.run({ orderIds: [...orderIds], presetId: 'pem', parts, container, deliveryId })
          }
        >
          {t(container === 'zip' ? 'exporting.chooseZip' : 'exporting.chooseFolder')}
        </Button>
      </>
    ),
    closesLightly: true,
    onClose: closeDialog,
  };
}
