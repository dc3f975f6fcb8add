import {
  BellOff,
  ClipboardCopy,
  Download,
  FileBadge,
  FileQuestionMark,
  KeyRound,
  Link2,
  RefreshCw,
  Trash2,
  X,
} from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { FactList } from '#renderer/components/FactList.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { Skeleton } from '#renderer/components/Skeleton.tsx';
import { DeploymentSection } from '#renderer/features/deployment/endpoints/DeploymentSection.tsx';
import { CopiesSection } from '#renderer/features/deployment/files/CopiesSection.tsx';
import { SnoozeBar, SnoozeItems } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useFocusKept } from '#renderer/hooks/focusTrail.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openOrder } from '#renderer/stores/viewStore.ts';
import { isPushOnly, type OrderDetails, type OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Result } from '#shared/result.ts';
import { copyKey, copyPem, exportOrders, removeOrders, syncOrders } from '../list/orderActions.ts';
import { AliasTitle } from './AliasTitle.tsx';
import { CertificateSection, ServiceNotAfter } from './CertificateSection.tsx';
import { ChainSection } from './ChainSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { OrderSection } from './OrderSection.tsx';
import { ProblemSection } from './ProblemSection.tsx';
import { TimeSection } from './TimeSection.tsx';

export interface OrderPanelProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
}

/** The details of one order, beside the list or over it in a narrow window. */
export function OrderPanel({ row, status }: OrderPanelProps) {
  const t = useT();
  const titleId = useId();
  const details = useOrderDetails(row);
  const panel = useRef<HTMLElement>(null);
  useFocusKept(panel);
  return (
    <aside
      ref={panel}
      aria-labelledby={titleId}
      className="absolute inset-y-0 right-0 z-30 flex w-100 max-w-full animate-slide flex-col border-l border-line bg-surface shadow-pop min-[1080px]:static min-[1080px]:animate-none min-[1080px]:shadow-none"
    >
      <header className="flex items-start gap-2 border-b border-line py-3 pr-4 pl-5">
        <div className="min-w-0 flex-1">
          <AliasTitle row={row} titleId={titleId} />
        </div>
        <IconButton icon={X} size="sm" label={t('orders.panel.close')} onClick={() => openOrder(null)} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <TimeSection row={row} status={status} />
        {row.snooze !== null && <SnoozeBar id={row.id} snooze={row.snooze} />}
        {isPushOnly(row) && (
          <PanelSection title={t('inbox.pushOnly.title')}>
            <p className="text-xs">{t('inbox.pushOnly.explained')}</p>
          </PanelSection>
        )}
        <ProblemSection row={row} />
        <DeploymentSection row={row} />
        <CopiesSection orderId={row.id} />
        <CertificateDetails row={row} details={details} />
        <OrderSection row={row} details={details?.ok === true ? details.value : null} />
      </div>
      <Actions row={row} />
    </aside>
  );
}

function CertificateDetails({
  row,
  details,
}: {
  readonly row: OrderRow;
  readonly details: Result<OrderDetails> | null;
}) {
  const t = useT();
  if (details === null) return <Skeleton className="mx-5 mb-4 h-40" />;
  if (!details.ok) {
    const { why, next } = describeError(details.error, t);
    return (
      <div className="px-5 pb-4">
        <Banner tone="danger" title={t('orders.panel.loadFailed')}>
          {why} {next}
        </Banner>
      </div>
    );
  }
  const { leaf, chain, history } = details.value;
  if (leaf === null)
    return (
      <PanelSection title={t('orders.panel.certificate')}>
        <div className="flex items-center gap-3 text-xs text-muted">
          <FileQuestionMark size={18} aria-hidden className="shrink-0" />
          <p>{t(isPushOnly(row) ? 'inbox.pushOnly.noCertificate' : 'orders.panel.noCertificateText')}</p>
        </div>
        <FactList>
          <ServiceNotAfter details={details.value} />
        </FactList>
      </PanelSection>
    );
  return (
    <>
      <CertificateSection leaf={leaf} details={details.value} />
      <ChainSection leaf={leaf} chain={chain} findings={row.findings} />
      <HistorySection history={history} presentFingerprint={row.fingerprint256} />
    </>
  );
}

function Actions({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const { id } = row;
  const isPolling = useApp((app) => app.polling.has(id));
  return (
    <footer className="flex items-center gap-2 border-t border-line px-5 py-3">
      <Button variant="primary" icon={Download} onClick={() => exportOrders([id])}>
        {t('orders.action.export')}
      </Button>
      {!isPushOnly(row) && (
        <Button icon={RefreshCw} busy={isPolling} onClick={() => syncOrders([id])}>
          {t('orders.action.sync')}
        </Button>
      )}
      <span className="ml-auto flex">
        <ClipboardMenu id={id} />
        <Menu trigger={<IconButton icon={BellOff} label={t('orders.action.snooze')} tooltip={false} />}>
          <SnoozeItems ids={[id]} isSnoozed={row.snooze !== null} />
        </Menu>
        <IconButton icon={Trash2} label={t('orders.action.remove')} onClick={() => void removeOrders([id])} />
      </span>
    </footer>
  );
}

/** Copies the current certificates, or the private key after main has asked the user. */
function ClipboardMenu({ id }: { readonly id: string }) {
  const t = useT();
  return (
    <Menu trigger={<IconButton icon={ClipboardCopy} label={t('orders.copy.menu')} tooltip={false} />}>
      <MenuItem icon={FileBadge} onSelect={() => void copyPem(id, 'leaf')}>
        {t('orders.copy.leaf')}
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => void copyPem(id, 'chain')}>
        {t('orders.copy.chain')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={KeyRound} onSelect={() => void copyKey(id)}>
        {t('orders.copy.key')}
      </MenuItem>
    </Menu>
  );
}

/** The details of an order, read again after each change of its row; `null` until the first answer. */
function useOrderDetails(row: OrderRow): Result<OrderDetails> | null {
  const [details, setDetails] = useState<Result<OrderDetails> | null>(null);
  // Main sends a new row for every change of the order.
  useEffect(() => {
    let isCurrent = true;
    void bridge()
      .calls['orders:details'](row.id)
      .then((answer) => {
        if (isCurrent) setDetails(answer);
      });
    return () => {
      isCurrent = false;
    };
  }, [row]);
  return details;
}
