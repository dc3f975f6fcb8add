import {
  ChevronDown,
  Download,
  Ellipsis,
  ExternalLink,
  FileBadge,
  KeyRound,
  Link2,
  RefreshCw,
  Tag,
  Trash2,
} from 'lucide-react';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#renderer/components/Menu.tsx';
import { SnoozeItems } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { annotateOrder } from '#renderer/stores/viewStore.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { isPushOnly, type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { help } from '../help/help.ts';
import type { Help } from '../help/useHelp.ts';
import {
  copyKey,
  copyPem,
  exportOrders,
  openConsole,
  removeOrders,
  syncOrders,
} from '../list/orderActions.ts';

interface PanelActionsProps {
  readonly row: OrderRow;
  readonly helps: Help;
}

/** The actions of an order with words: what helps first, and the snooze where there is something to silence. */
export function PanelActions({ status, ...props }: PanelActionsProps & { readonly status: OrderStatus }) {
  const { row, helps } = props;
  const t = useT();
  const hasSnooze = status !== 'healthy' || row.snooze !== null;
  if (!hasSnooze && !isButton(helps.action)) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Helpful {...props} />
      {hasSnooze && (
        <Menu
          align="start"
          trigger={
            <Button>
              {t('orders.action.snooze')}
              <ChevronDown size={14} aria-hidden />
            </Button>
          }
        >
          <SnoozeItems ids={[row.id]} isSnoozed={row.snooze !== null} />
        </Menu>
      )}
    </div>
  );
}

/** A review has its button below, beside what is reviewed. */
function isButton(action: Help['action']): action is Exclude<HelpfulAction, 'review'> {
  return action !== null && action !== 'review';
}

function Helpful({ row, helps: { action, ...rest } }: PanelActionsProps) {
  const t = useT();
  const isPolling = useApp((app) => app.polling.has(row.id));
  if (!isButton(action)) return null;
  return (
    <WorkButton variant="primary" busy={action === 'sync' && isPolling} work={() => help(row, action, rest)}>
      {t(`helpful.${action}`)}
    </WorkButton>
  );
}

/**
 * Exports, syncs, copies the current certificates or (after main has asked the user) the private key, annotates and removes
 * the order.
 */
export function MoreMenu({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const { id } = row;
  const hasConsole = useApp(({ connections }) =>
    connections.some((connection) => connection.id === sourceId(row) && connection.consoleUrl !== null),
  );
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t('orders.panel.more')} tooltip={false} />}>
      <MenuItem icon={Download} onSelect={() => exportOrders([id])}>
        {t('orders.action.export')}
      </MenuItem>
      {!isPushOnly(row) && (
        <MenuItem icon={RefreshCw} onSelect={() => syncOrders([id])}>
          {t('orders.action.sync')}
        </MenuItem>
      )}
      {hasConsole && (
        <MenuItem icon={ExternalLink} onSelect={() => openConsole(sourceId(row))}>
          {t('orders.action.console')}
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
      <MenuItem icon={Tag} onSelect={() => annotateOrder(id)}>
        {t('verbs.annotate')}
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={() => removeOrders([id])}>
        {t('orders.action.remove')}
      </MenuItem>
    </Menu>
  );
}
