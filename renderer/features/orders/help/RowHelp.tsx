import { WorkButton } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { help, helpIcons } from './help.ts';
import { useHelp } from './useHelp.ts';

interface RowHelpProps {
  readonly row: OrderRow;
  readonly tabIndex: number;
}

/** The banner above the list asks once for the token of a connection, so its orders do not. */
const ofConnection: ReadonlySet<HelpfulAction> = new Set(['replaceToken', 'enterToken']);

/** The button in a row that does what helps its order first. There is none where nothing is left to do. */
export function RowHelp({ row, tabIndex }: RowHelpProps) {
  const t = useT();
  const { action, ...rest } = useHelp(row);
  const isPolling = useApp((app) => app.polling.has(row.id));
  if (action === null || ofConnection.has(action)) return null;
  const Icon = helpIcons[action];
  const verb = t(`helpful.${action}`);
  return (
    <WorkButton
      variant="ghost"
      size="sm"
      aria-label={t('helpful.ofOrder', { verb, name: orderTitle(row) })}
      tabIndex={tabIndex}
      busy={action === 'sync' && isPolling}
      work={() => help(row, action, rest)}
      className="@max-[420px]:hidden group-hover:text-ink"
    >
      <Icon size={14} aria-hidden className="@min-[560px]:hidden" />
      <span className="hidden @min-[560px]:inline">{verb}</span>
    </WorkButton>
  );
}
