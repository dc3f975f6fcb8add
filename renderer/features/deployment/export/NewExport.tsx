import { KeyRound, type LucideIcon, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RadioGroup } from '#renderer/components/RadioGroup.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportDialogState, ExportOptions } from '#renderer/stores/dialog.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import { exportParts } from '#shared/domain/export.ts';
import { needsPassphrase } from '#shared/domain/preset.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { exampleOf } from '../presets/exampleNames.ts';
import { PresetFiles, presetAbout } from '../presets/PresetFiles.tsx';
import { PemParts, PresetChoice } from './PresetChoice.tsx';

/** The preset of the last export in this session. */
let lastPresetId = 'pem';

interface NewExportProps {
  readonly newExport: ReturnType<typeof useNewExport>;
}

/** Keeps the options of an export until it is started. */
export function useNewExport(dialog: ExportDialogState) {
  const { orderIds } = dialog;
  const [options, setOptions] = useState<ExportOptions>(
    () => dialog.options ?? { presetId: lastPresetId, parts: new Set(exportParts), container: 'folder' },
  );
  const presets = useApp((app) => app.presets);
  // The chosen preset may have been removed. `undefined` only if there are no presets.
  const preset = presets.find(({ id }) => id === options.presetId) ?? presets[0];
  const onlyOrder = useApp(({ orders }) =>
    orderIds.length === 1 ? orders.get(orderIds[0] ?? '') : undefined,
  );
  const start = useAction((args: CallArgs<'export:start'>) => bridge().calls['export:start'](args));
  const change = (part: Partial<ExportOptions>) => setOptions({ ...options, ...part });
  return { dialog, options, preset, onlyOrder, start, change };
}

/** The first page: preset and container. The native dialog for the folder or file comes next. */
export function NewExport({ newExport }: NewExportProps) {
  const { dialog, options, preset, onlyOrder, start, change } = newExport;
  const t = useT();
  const presets = useApp((app) => app.presets);
  const arePushed = useApp(({ orders }) =>
    dialog.orderIds.every((id) => orders.get(id)?.source.kind === 'push'),
  );
  const source =
    dialog.deliveryId != null ? 'delivery' : arePushed && dialog.orderIds.length > 0 ? 'pushOnly' : 'service';
  const example = onlyOrder === undefined ? null : exampleOf(onlyOrder);
  const { parts, container } = options;
  const isFlat = preset?.folder === '';
  const hasKey =
    preset?.id === 'pem'
      ? parts.has('key')
      : preset?.files.some((file) => file.format === 'pem' && file.parts.includes('key')) === true;
  return (
    <div className="flex h-full min-h-0 flex-col gap-4">
      {start.error !== null && <ErrorBanner reveal error={start.error} />}
      <p className="text-sm text-muted">
        {source === 'service' ? t('exporting.description') : t(`inbox.exporting.${source}`)}
      </p>
      <div className="grid min-h-0 flex-1 grid-cols-[14.5rem_minmax(0,1fr)] gap-5">
        <PresetChoice
          presets={presets}
          chosenId={preset?.id ?? ''}
          example={example}
          onChoose={(presetId) => change({ presetId })}
          onManage={() => {
            closeDialog();
            openSettings('presets', { itemId: preset?.id ?? null, returnTo: { ...dialog, options } });
          }}
        />
        <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-0.5">
          {preset !== undefined && (
            <>
              <p className="text-sm">{presetAbout(preset, t)}</p>
              {preset.id === 'pem' ? (
                <PemParts
                  parts={parts}
                  isKeyDelivered={source !== 'service'}
                  onChange={(next) => change({ parts: next })}
                />
              ) : (
                <div>
                  <h3 className="mb-1.5 text-xs font-medium">{t('exporting.parts')}</h3>
                  <PresetFiles preset={preset} example={example} />
                </div>
              )}
            </>
          )}
          <RadioGroup
            legend={t('exporting.container')}
            value={container}
            onValueChange={(chosen) => change({ container: chosen })}
            options={(['folder', 'zip'] as const).map((value) => ({
              value,
              label: t(`exporting.containers.${value}`),
              hint: t(`exporting.containers.${value}${isFlat ? 'FlatHint' : 'Hint'}`),
            }))}
          />
          <div className="flex min-h-4.5 flex-col gap-1">
            {preset !== undefined && needsPassphrase(preset) && (
              <Note icon={KeyRound} ink="text-muted" text={t('exporting.passphraseAhead')} />
            )}
            {container === 'zip' && hasKey && (
              <Note icon={ShieldAlert} ink="text-amber" text={t('exporting.keyInZip')} />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

interface NoteProps {
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly text: string;
}

function Note({ icon: Icon, ink, text }: NoteProps) {
  return (
    <p className="flex items-start gap-1.5 text-xs text-muted">
      <Icon size={14} aria-hidden className={`mt-0.5 shrink-0 ${ink}`} />
      {text}
    </p>
  );
}

/** Cancels, or starts the export: the native dialog opens. */
export function NewExportButtons({ newExport }: NewExportProps) {
  const { dialog, options, preset, start } = newExport;
  const t = useT();
  const { orderIds, deliveryId = null } = dialog;
  const { container } = options;
  const isPem = preset?.id === 'pem';
  const parts = exportParts.filter((part) => options.parts.has(part));
  const begin = async () => {
    if (preset === undefined) return;
    const presetId = preset.id;
    const args = { orderIds: [...orderIds], presetId, parts: isPem ? parts : null, container, deliveryId };
    const started = await start.run(args);
    if (started.ok && started.value !== null) lastPresetId = presetId;
  };
  return (
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
  );
}
