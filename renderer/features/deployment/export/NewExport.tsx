import { FileArchive, FolderOpen, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportDialogState, ExportOptions } from '#renderer/stores/dialog.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import { type CopyBundleView, lastDestination } from '#shared/domain/copy.ts';
import { chosenParts, type ExportContainer, exportParts } from '#shared/domain/export.ts';
import type { PlannedDestinationView } from '#shared/domain/plannedDestination.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { exampleOf } from '../presets/exampleNames.ts';
import { PresetFiles, presetAbout } from '../presets/PresetFiles.tsx';
import { exportAgain } from './exportAgain.ts';
import { PemParts, PresetChoice } from './PresetChoice.tsx';

/** The preset of the last export in this session. */
let lastPresetId: string | null = null;

/** Each order goes to its own last destination, with the preset that it has there. */
const EACH = 'each';

interface NewExportProps {
  readonly newExport: ReturnType<typeof useNewExport>;
}

/** Keeps the options of an export until it is started. They begin with those of the order's last export, or what is planned. */
export function useNewExport(dialog: ExportDialogState) {
  const { orderIds, deliveryId = null } = dialog;
  const copies = useApp((app) => app.copies);
  const presets = useApp((app) => app.presets);
  const onlyOrder = useApp(({ orders }) =>
    orderIds.length === 1 ? orders.get(orderIds[0] ?? '') : undefined,
  );
  const planned = useApp((app) => app.planned);
  const destinations = destinationsOf(orderIds, copies, planned);
  const [options, setOptions] = useState<ExportOptions>(() => {
    const [own] = orderIds.length === 1 ? destinations.own.values() : [];
    const first = destinations.folders[0]?.id ?? null;
    const newest = copies.find(({ id }) => id === first);
    const isEach = orderIds.length > 1 && destinations.own.size === orderIds.length;
    const parts = own === undefined ? destinations.planned?.parts : chosenParts(own.presetId, own.files);
    const last = own ?? destinations.planned;
    return {
      presetId: last?.presetId ?? lastPresetId ?? newest?.presetId ?? 'pem',
      parts: new Set(parts ?? exportParts),
      into: isEach ? EACH : (own?.id ?? first),
      ...dialog.options,
    };
  });
  // The chosen preset may have been removed. `undefined` only if there are no presets.
  const preset = presets.find(({ id }) => id === options.presetId) ?? presets[0];
  const copy = copies.find(({ id }) => id === options.into);
  const chosen =
    copy === undefined ? planned.find(({ id }) => id === options.into) : { id: copy.id, folder: copy.target };
  const isEach = options.into === EACH && destinations.own.size > 0;
  const start = useAction((args: CallArgs<'export:start'>) => bridge().calls['export:start'](args));
  const change = (part: Partial<ExportOptions>) => setOptions({ ...options, ...part });
  const parts = exportParts.filter((part) => options.parts.has(part));
  const isPem = preset?.id === 'pem';
  /** Starts the export. `into`: a copy or a planned destination, or `null` for the native dialog. */
  const begin = async (container: ExportContainer, into: string | null) => {
    if (preset === undefined) return;
    const presetId = preset.id;
    const what = { orderIds: [...orderIds], presetId, parts: isPem ? parts : null };
    const started = await start.run({ ...what, container, into, deliveryId });
    if (started.ok && started.value !== null) lastPresetId = presetId;
  };
  return {
    dialog,
    options,
    preset,
    presets,
    onlyOrder,
    start,
    change,
    destinations,
    isEach,
    begin,
    /** Of the chosen folder; `null`: it has yet to be chosen. */
    into: chosen ?? null,
    isReady: preset !== undefined && !(isPem && parts.length === 0) && orderIds.length > 0,
  };
}

/** The first page, one line: the preset, and where to. */
export function NewExport({ newExport }: NewExportProps) {
  const { dialog, options, preset, presets, onlyOrder, start, change, isEach } = newExport;
  const t = useT();
  const arePushed = useApp(({ orders }) =>
    dialog.orderIds.every((id) => orders.get(id)?.source.kind === 'push'),
  );
  const source =
    dialog.deliveryId != null ? 'delivery' : arePushed && dialog.orderIds.length > 0 ? 'pushOnly' : 'service';
  const example = onlyOrder === undefined ? null : exampleOf(onlyOrder);
  return (
    <div className="flex flex-col gap-4">
      {start.error !== null && <ErrorBanner reveal error={start.error} />}
      {source !== 'service' && <p className="text-sm text-muted">{t(`inbox.exporting.${source}`)}</p>}
      {isEach && <Destination newExport={newExport} />}
      <PresetChoice
        legend={t(isEach ? 'exporting.presetElsewhere' : 'exporting.preset')}
        presets={presets}
        chosenId={preset?.id ?? ''}
        example={example}
        onChoose={(presetId) => change({ presetId })}
        onManage={() => {
          closeDialog();
          openSettings('presets', { itemId: preset?.id ?? null, returnTo: { ...dialog, options } });
        }}
      />
      {!isEach && <Destination newExport={newExport} />}
      {preset !== undefined && !isEach && (
        <>
          {preset.id === 'pem' ? (
            <PemParts
              parts={options.parts}
              isKeyDelivered={source !== 'service'}
              onChange={(next) => change({ parts: next })}
            />
          ) : (
            <div className="flex flex-col gap-2">
              <p className="text-sm text-muted">{presetAbout(preset, t)}</p>
              <PresetFiles preset={preset} example={example} />
            </div>
          )}
          {needsPassphrase(preset) && (
            <p className="flex items-start gap-1.5 text-xs text-muted">
              <KeyRound size={14} aria-hidden className="mt-0.5 shrink-0" />
              {t('exporting.passphraseAhead')}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Where the files go: a folder of an earlier export or a planned one, or one that is chosen in the native dialog. */
function Destination({ newExport }: NewExportProps) {
  const { dialog, preset, destinations, isEach, into, change, begin, isReady, start } = newExport;
  const t = useT();
  const { own } = destinations;
  if (destinations.folders.length === 0)
    return (
      <p className="text-sm text-muted">
        {t(preset?.folder === '' ? 'exporting.folderFlatHint' : 'exporting.folderHint')}
      </p>
    );
  const folders = destinations.folders.map(({ id, folder }) => ({ value: id, label: folder }));
  const count = { done: own.size, total: dialog.orderIds.length };
  const each = { value: EACH, label: t('exporting.ownFolders', count) };
  const hasEach = dialog.orderIds.length > 1 && own.size > 0;
  // The chosen copy may be another one in the same folder.
  const shown = folders.find(({ label }) => label === into?.folder)?.value ?? folders[0]?.value ?? '';
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Select
          label={t('exporting.to')}
          value={isEach ? EACH : shown}
          options={hasEach ? [each, ...folders] : folders}
          onValueChange={(next) => change({ into: next })}
        />
      </div>
      <Button icon={FolderOpen} disabled={!isReady || start.busy} onClick={() => void begin('folder', null)}>
        {t('exporting.otherFolder')}
      </Button>
    </div>
  );
}

/** Cancels, or starts the export. */
export function NewExportButtons({ newExport }: NewExportProps) {
  const { dialog, preset, destinations, isEach, into, begin, isReady, start } = newExport;
  const t = useT();
  const target = into?.id ?? destinations.folders[0]?.id ?? null;
  const zipHint = t(preset?.folder === '' ? 'exporting.zipFlatHint' : 'exporting.zipHint');
  return (
    <>
      <Button
        icon={FileArchive}
        className="mr-auto"
        title={zipHint}
        disabled={!isReady || start.busy}
        onClick={() => void begin('zip', null)}
      >
        {t('exporting.chooseZip')}
      </Button>
      <Button onClick={closeDialog}>{t('common.cancel')}</Button>
      <WorkButton
        variant="primary"
        busy={start.busy}
        disabled={!isReady}
        work={() => (isEach ? exportAgain(dialog.orderIds) : begin('folder', target))}
      >
        {t(isEach || target !== null ? 'exporting.title' : 'exporting.chooseFolder')}
      </WorkButton>
    </>
  );
}

/** Where orders can be exported to. */
interface Destinations {
  /** Folders, each with the copy or the planned destination that names it: of earlier exports, the last one first. */
  readonly folders: readonly { readonly id: string; readonly folder: string }[];
  /** The last copy of each order that was exported. */
  readonly own: ReadonlyMap<string, CopyBundleView>;
  /** Where an only order without exported files should go; `null`: nothing is planned. */
  readonly planned: PlannedDestinationView | null;
}

const FOLDERS_MAX = 8;

/** Where these orders can be exported to, by all exported files and what is planned. */
function destinationsOf(
  orderIds: readonly string[],
  copies: readonly CopyBundleView[],
  allPlanned: readonly PlannedDestinationView[],
): Destinations {
  const byOrder = Map.groupBy(copies, ({ orderId }) => orderId);
  const own = new Map(
    orderIds.flatMap((id) => {
      const last = lastDestination(byOrder.get(id) ?? []);
      return last === null ? [] : [[id, last] as const];
    }),
  );
  const newest = copies.toSorted((one, other) => other.writtenAt - one.writtenAt);
  const exported = newest.map(({ id, target }) => ({ id, folder: target }));
  const planned = allPlanned.filter(({ orderId }) => orderIds.includes(orderId));
  const first = (orderIds.length === 1 && own.size === 0 ? planned[0] : undefined) ?? null;
  const all = [...(first === null ? [] : [first]), ...exported, ...planned];
  const byFolder = Map.groupBy(all, ({ folder }) => folder);
  const folders = [...byFolder].map(([folder, [{ id } = { id: '' }]]) => ({ id, folder }));
  return { folders: folders.slice(0, FOLDERS_MAX), own, planned: first };
}
