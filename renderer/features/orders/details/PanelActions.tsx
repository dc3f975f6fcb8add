import { ChevronDown, Ellipsis, FileBadge, KeyRound, Link2, RefreshCw, Trash2 } from 'lucide-react';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#renderer/components/Menu.tsx';
import { checkNow } from '#renderer/features/deployment/endpoints/checkNow.ts';
import { openExportOf, runCommand, tightenCopies } from '#renderer/features/deployment/files/copyActions.ts';
import { updateFiles } from '#renderer/features/deployment/steps/FilesStep.tsx';
import type { Deployment } from '#renderer/features/deployment/steps/useDeployment.ts';
import { SnoozeItems } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog, revealInbox } from '#renderer/stores/viewStore.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { commandToRun } from '#shared/domain/helpfulAction.ts';
import { isPushOnly, type OrderRow, sourceId } from '#shared/domain/order.ts';
import { copyKey, copyPem, exportOrders, removeOrders, syncOrders } from '../list/orderActions.ts';

/** The panel exports with its dialog. */
type PanelAction = Exclude<HelpfulAction, 'exportTo'>;

interface PanelActionsProps {
  readonly row: OrderRow;
  readonly deployment: Deployment;
  /** The delivery that waits to be linked to the order. */
  readonly delivery: DeliveryView | undefined;
  readonly helpful: PanelAction;
}

/** The actions of an order with words: what helps first, the export, the snooze, and a menu with the others. */
export function PanelActions(props: PanelActionsProps) {
  const { row, helpful } = props;
  const t = useT();
  const { id } = row;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Helpful {...props} />
      {helpful !== 'export' && (
        <Button onClick={() => exportOrders([id])}>{t('orders.action.export')}</Button>
      )}
      <Menu
        align="start"
        trigger={
          <Button>
            {t('orders.action.snooze')}
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        <SnoozeItems ids={[id]} isSnoozed={row.snooze !== null} />
      </Menu>
      <span className="ml-auto">
        <MoreMenu row={row} />
      </span>
    </div>
  );
}

function Helpful({ row, deployment, delivery, helpful }: PanelActionsProps) {
  const t = useT();
  const isPolling = useApp((app) => app.polling.has(row.id));
  if (helpful === 'review') return null;
  return (
    <WorkButton
      variant="primary"
      busy={helpful === 'sync' && isPolling}
      work={async () => help(helpful, row, deployment, delivery)}
    >
      {t(`helpful.${helpful}`)}
    </WorkButton>
  );
}

/** Does what helps. Its promise ends with the work. */
function help(
  helpful: Exclude<PanelAction, 'review'>,
  row: OrderRow,
  { copies, files }: Deployment,
  delivery: DeliveryView | undefined,
): Promise<void> | void {
  switch (helpful) {
    case 'replaceToken':
    case 'enterToken':
      return openDialog({ kind: 'token', connectionId: sourceId(row) });
    case 'link':
      return revealInbox(delivery?.id ?? null);
    case 'sync':
      return syncOrders([row.id]);
    case 'update':
      if (files.action?.kind === 'update' || files.action?.kind === 'ask') return updateFiles(files.action);
      return;
    case 'exportAgain':
      if (files.action?.kind === 'exportAgain') openExportOf(files.action.copy);
      return;
    case 'tighten':
      if (files.action?.kind === 'tighten') return tightenCopies(files.action.copies);
      return;
    case 'run': {
      const copy = commandToRun(copies);
      return copy === null ? undefined : runCommand(copy);
    }
    case 'check':
      return checkNow({ orderIds: [row.id] });
    case 'export':
      return exportOrders([row.id]);
  }
}

/** Syncs, copies the current certificates or (after main has asked the user) the private key, and removes the order. */
function MoreMenu({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const { id } = row;
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t('orders.panel.more')} tooltip={false} />}>
      {!isPushOnly(row) && (
        <MenuItem icon={RefreshCw} onSelect={() => syncOrders([id])}>
          {t('orders.action.sync')}
        </MenuItem>
      )}
      <MenuLabel>{t('orders.copy.menu')}</MenuLabel>
      <MenuItem icon={FileBadge} onSelect={() => void copyPem(id, 'leaf')}>
        {t('orders.copy.leaf')}
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => void copyPem(id, 'chain')}>
        {t('orders.copy.chain')}
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => void copyKey(id)}>
        {t('orders.copy.key')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => removeOrders([id])}>
        {t('orders.action.remove')}
      </MenuItem>
    </Menu>
  );
}
