import { Pencil, ScanSearch, Trash2 } from 'lucide-react';
import { CardMenu } from '#renderer/components/CardMenu.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { MenuItem } from '#renderer/components/Menu.tsx';
import { useCardMenu } from '#renderer/hooks/useCardMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import { type EndpointView, hostAndPort } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { probeErrorText } from '#shared/i18n/probeText.ts';
import { AddressRow, Problem } from './AddressRow.tsx';
import { addressGroups, probeTimes } from './addressText.ts';
import { checkNow } from './checkNow.ts';
import { removeEndpoints } from './endpointActions.ts';

interface EndpointCardProps {
  readonly endpoint: EndpointView;
  readonly order: OrderRow;
  /** Unix ms. */
  readonly now: number;
}

/** One endpoint: what its addresses serve, and its actions. */
export function EndpointCard({ endpoint, order, now }: EndpointCardProps) {
  const t = useT();
  const { probing, error, addresses, omitted } = endpoint;
  const place = hostAndPort(endpoint);
  const { onContextMenu, ...menu } = useCardMenu(endpoint.id);
  return (
    <li
      onContextMenu={onContextMenu}
      aria-label={t('places.endpoint.label', { place })}
      aria-busy={probing}
      className="flex flex-col gap-2 rounded-lg bg-canvas p-3"
    >
      <div className="flex items-start gap-1">
        <div className="flex min-w-0 flex-1 flex-col pt-0.5">
          <span data-selectable className="text-xs font-medium wrap-anywhere">
            {place}
          </span>
          <Protocol endpoint={endpoint} />
        </div>
        <IconButton
          icon={ScanSearch}
          size="sm"
          busy={probing}
          label={t('places.endpoint.checkNow', { place })}
          onClick={() => void checkNow({ ids: [endpoint.id] })}
        />
        <CardMenu {...menu} id={endpoint.id} label={t('places.endpoint.more', { place })}>
          <EndpointItems endpoint={endpoint} />
        </CardMenu>
      </div>
      {addresses.length === 0 && error !== null && <Problem kind="error" text={probeErrorText(error, t)} />}
      {addresses.length > 0 && (
        <ul className="flex flex-col gap-2">
          {addressGroups(endpoint, now).map((group) => (
            <AddressRow key={group.shown.address} group={group} order={order} now={now} />
          ))}
        </ul>
      )}
      {omitted > 0 && (
        <p className="text-2xs text-muted tabular">{t('places.omitted', { count: omitted })}</p>
      )}
      <p className="text-2xs text-muted tabular">
        {probing ? t('places.endpoint.checking') : probeTimes(endpoint, now, t).join(' · ')}
      </p>
    </li>
  );
}

/** The protocol and the server name, if they are not the usual ones. */
function Protocol({ endpoint: { protocol, serverName } }: { readonly endpoint: EndpointView }) {
  const t = useT();
  const parts = [
    ...(protocol === 'tls' ? [] : [t(`places.protocol.${protocol}`)]),
    ...(serverName === null ? [] : [t('places.endpoint.asksFor', { name: serverName })]),
  ];
  if (parts.length === 0) return null;
  return <span className="text-2xs text-muted wrap-anywhere">{parts.join(' · ')}</span>;
}

function EndpointItems({ endpoint }: { readonly endpoint: EndpointView }) {
  const t = useT();
  const { id, orderId } = endpoint;
  return (
    <>
      <MenuItem
        icon={Pencil}
        onSelect={() => openDialog({ kind: 'endpoint', orderId, endpointId: id, text: '' })}
      >
        {t('places.endpoint.change')}
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={() => void removeEndpoints([endpoint])}>
        {t('places.endpoint.remove')}
      </MenuItem>
    </>
  );
}
