import { ChevronDown, Ellipsis } from 'lucide-react';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { help } from '../help/help.ts';
import type { Help } from '../help/useHelp.ts';
import { VerbItems } from '../verbs/VerbItems.tsx';
import { possible, snoozeVerbs, verbsIn } from '../verbs/verbs.ts';

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
          <VerbItems groups={[possible(snoozeVerbs, [row])]} rows={[row]} />
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

/** What can be done with the order and has no button in its details. */
export function MoreMenu({ row }: { readonly row: OrderRow }) {
  const t = useT();
  // Whether the service has a console.
  useApp((app) => app.connections);
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t('orders.panel.more')} tooltip={false} />}>
      <VerbItems groups={verbsIn('details', [row])} rows={[row]} />
    </Menu>
  );
}
