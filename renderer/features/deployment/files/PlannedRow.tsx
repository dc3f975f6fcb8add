import { Download, Trash2 } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { MenuItem } from '#renderer/components/Menu.tsx';
import { MiddleText } from '#renderer/components/MiddleText.tsx';
import { RowMenuLayer } from '#renderer/components/RowMenuLayer.tsx';
import { useCardMenu } from '#renderer/hooks/useCardMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { told } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import { exportParts } from '#shared/domain/export.ts';
import type { PlannedDestinationView } from '#shared/domain/plannedDestination.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';

interface PlannedProps {
  readonly planned: PlannedDestinationView;
}

/** A folder that waits for its first export. `canExport`: the order has a certificate. */
export function PlannedRow({ planned, canExport }: PlannedProps & { readonly canExport: boolean }) {
  const t = useT();
  const { id, folder } = planned;
  const { menu, setMenu, onContextMenu } = useCardMenu(id);
  const label = t('copies.planned.label', { folder });
  return (
    <li
      data-planned-id={id}
      onContextMenu={onContextMenu}
      aria-label={label}
      className="flex flex-col gap-1.5 rounded-lg bg-canvas p-3"
    >
      <PlannedFolder planned={planned} />
      <div className="flex items-center gap-2">
        {canExport && (
          <Button size="sm" icon={Download} onClick={() => openPlanned(planned)}>
            {t('copies.exportNow')}
          </Button>
        )}
        <RemovePlanned planned={planned} />
      </div>
      {menu !== null && (
        <RowMenuLayer
          menu={menu}
          label={label}
          row={`[data-planned-id="${CSS.escape(id)}"] button`}
          onClose={() => setMenu(null)}
        >
          {canExport && (
            <MenuItem icon={Download} onSelect={() => openPlanned(planned)}>
              {t('copies.exportNow')}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => void removePlanned(planned)}>
            {t('copies.planned.remove')}
          </MenuItem>
        </RowMenuLayer>
      )}
    </li>
  );
}

/** With which preset the files should go where, and what happens after the first export. */
export function PlannedFolder({ planned: { presetId, parts, folder, autoRefresh } }: PlannedProps) {
  const t = useT();
  const preset = useApp(({ presets }) => presets.find(({ id }) => id === presetId));
  const name = preset === undefined ? '' : presetTitle(preset, t);
  const files = parts?.map((part) => t(`exporting.part.${part}`)).join(t('common.listSeparator'));
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-xs">
      <p className="text-sm">{t('copies.planned.text', { preset: name })}</p>
      <MiddleText text={folder} label={t('copies.path')} />
      {files !== undefined && <p className="text-muted">{files}</p>}
      {autoRefresh && <p className="text-muted">{t('copies.planned.autoRefresh')}</p>}
    </div>
  );
}

export function RemovePlanned({ planned }: PlannedProps) {
  const t = useT();
  const { folder } = planned;
  return (
    <WorkButton
      size="sm"
      variant="ghost"
      aria-label={t('copies.planned.removeOf', { folder })}
      work={() => removePlanned(planned)}
    >
      {t('copies.planned.remove')}
    </WorkButton>
  );
}

/** Opens the export with the preset, the files and the folder that are planned. */
function openPlanned({ id, orderId, presetId, parts }: PlannedDestinationView): void {
  const options = { presetId, parts: new Set(parts ?? exportParts), into: id };
  openDialog({ kind: 'export', orderIds: [orderId], options });
}

/** Removes a planned destination at once, and offers to undo it. */
async function removePlanned({ id, folder }: PlannedDestinationView): Promise<void> {
  await told(bridge().calls['planned:remove']([id]), 'copies.planned.removeFailed', (_, t) => {
    const content = { tone: 'neutral', title: t('copies.planned.removed', { folder }) } as const;
    showUndoable(content, { call: 'planned:restore', args: [id] });
  });
}
