import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportDialogState } from '#renderer/stores/dialog.ts';
import { type ExportWishes, keepLastPreset, useLastPreset } from '#renderer/stores/exportWishes.ts';
import { closeDialog, openDialog } from '#renderer/stores/viewStore.ts';
import { exportParts } from '#shared/domain/export.ts';
import { orderTitle } from '#shared/domain/order.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { exampleOf } from '../presets/exampleNames.ts';
import { ExportChoice } from './ExportChoice.tsx';
import type { ExportPage } from './exportPage.ts';

/** The page before there is a job: preset and container; the native dialog for the place comes next. */
export function useNewExport(dialog: ExportDialogState): ExportPage {
  const t = useT();
  const { orderIds, deliveryId = null } = dialog;
  const [wishes, setWishes] = useState<ExportWishes>(
    () =>
      dialog.wishes ?? {
        presetId: useLastPreset.getState().presetId,
        parts: new Set(exportParts),
        container: 'folder',
      },
  );
  const start = useAction((args: CallArgs<'export:start'>) => bridge().calls['export:start'](args));
  const presets = useApp((app) => app.presets);
  // A preset that was removed meanwhile gives way to the first one.
  const preset = presets.find(({ id }) => id === wishes.presetId) ?? presets[0];
  const only = useApp(({ orders }) => (orderIds.length === 1 ? orders.get(orderIds[0] ?? '') : undefined));
  const isAllPushed = useApp(
    ({ orders }) => orderIds.length > 0 && orderIds.every((id) => orders.get(id)?.source.kind === 'push'),
  );
  const source = deliveryId !== null ? 'delivery' : isAllPushed ? 'pushOnly' : 'service';
  const isPem = preset?.id === 'pem';
  const parts = exportParts.filter((part) => wishes.parts.has(part));
  const { container } = wishes;
  const begin = async () => {
    if (preset === undefined) return;
    const presetId = preset.id;
    const args = { orderIds: [...orderIds], presetId, parts: isPem ? parts : null, container, deliveryId };
    const started = await start.run(args);
    if (started.ok && started.value !== null) keepLastPreset(presetId);
  };
  return {
    title:
      only === undefined
        ? t('exporting.titleCount', { count: orderIds.length })
        : t('exporting.titleOf', { title: orderTitle(only) }),
    body: (
      <ExportChoice
        source={source}
        presets={presets}
        preset={preset}
        wishes={wishes}
        example={only === undefined ? null : exampleOf(only)}
        onChange={(change) => setWishes({ ...wishes, ...change })}
        onManage={() =>
          openDialog({ kind: 'presets', presetId: preset?.id ?? '', returnTo: { ...dialog, wishes } })
        }
        error={start.error}
      />
    ),
    buttons: (
      <>
        <Button onClick={closeDialog}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          busy={start.busy}
          disabled={preset === undefined || (isPem && parts.length === 0) || orderIds.length === 0}
          onClick={() => void begin()}
        >
          {t(container === 'zip' ? 'exporting.chooseZip' : 'exporting.chooseFolder')}
        </Button>
      </>
    ),
    closesLightly: true,
    onClose: closeDialog,
  };
}
