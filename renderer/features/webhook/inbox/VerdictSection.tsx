import { Ellipsis, Layers2, Link, Minus, Plus } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { showToast, told } from '#renderer/stores/toastStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import type { OrderSuggestion } from '#shared/domain/orderSuggestion.ts';
import { hexPairs } from '#shared/i18n/certificateText.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { DeliveryItems, deliveryIcons, deliveryLabel } from './DeliveryItems.tsx';
import { buttonActions, type DeliveryAction, deliveryActions } from './deliveryActions.ts';
import { runDeliveryAction } from './inboxActions.ts';
import { verdictWords } from './inboxText.ts';
import { PastTime } from './PastTime.tsx';
import { useDeliveryOrder, useIsExported, useSuggestedOrder } from './useDeliveryOrder.ts';
import { VerdictBadge } from './VerdictBadge.tsx';

/** The verdict of a delivery and its actions: what happened, why, what to do next, and what to compare. */
export function VerdictSection({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const order = useDeliveryOrder(delivery);
  const { verdict, leaf, receivedAt } = delivery;
  const suggestion = useSuggestedOrder(delivery);
  const isExported = useIsExported(delivery);
  const orderName = order === undefined ? null : orderTitle(order);
  const { title, why, next } = verdictWords({ delivery, orderName, isExported, now, t, locale });
  const reason = verdict.kind === 'waiting' ? verdict.reason : null;
  return (
    <div className="flex flex-col gap-3 px-5 pt-2 pb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-xs text-muted">
          <PastTime at={receivedAt} />
        </p>
        <VerdictBadge verdict={verdict} />
      </div>
      <p data-selectable className="text-md font-semibold">
        {title}
      </p>
      {suggestion !== null && <SuggestedOrder delivery={delivery} suggestion={suggestion} />}
      <DeliveryActions delivery={delivery} isSuggested={suggestion !== null} />
      <div data-selectable className="flex flex-col gap-1 text-sm break-words">
        <p>{why}</p>
        <p>{next}</p>
      </div>
      {reason?.kind === 'notAsked' && reason.error !== null && <ErrorBanner error={reason.error} />}
      {reason?.kind === 'leafDiffers' && <CompareLeaves delivered={leaf} service={reason} />}
      {reason?.kind === 'namesDiffer' && <CompareNames added={reason.added} missing={reason.missing} />}
      {delivery.sharesSignature && (
        <Banner tone="warning" icon={Layers2} title={t('inbox.sharesSignature.title')}>
          {t('inbox.sharesSignature.text')}
        </Banner>
      )}
    </div>
  );
}

interface LeafFacts {
  readonly fingerprint256: string;
  /** Unix ms. */
  readonly notAfter: number;
}

/** The fingerprints and expiries of two certificates side by side. */
function CompareLeaves(props: { readonly delivered: LeafFacts; readonly service: LeafFacts }) {
  const t = useT();
  return (
    <dl className="grid grid-cols-2 gap-3 rounded-lg bg-sunken p-3">
      <Leaf name={t('inbox.compare.delivered')} leaf={props.delivered} />
      <Leaf name={t('inbox.compare.service')} leaf={props.service} />
    </dl>
  );
}

function Leaf({ name, leaf }: { readonly name: string; readonly leaf: LeafFacts }) {
  const t = useT();
  const locale = useLocale();
  const fingerprint = t('inbox.list.fingerprint', { name });
  return (
    <div className="group/copied min-w-0">
      <dt className="flex items-center justify-between text-xs text-muted">
        {name}
        <CopyButton quiet text={leaf.fingerprint256} label={fingerprint} />
      </dt>
      <dd data-selectable className="flex flex-col gap-1">
        <span className="block w-[18ch] max-w-full font-mono text-2xs leading-4.5 break-all">
          {hexPairs(leaf.fingerprint256)}
        </span>
        <span className="text-2xs text-muted tabular">
          {t('inbox.list.until', { date: formatDate(leaf.notAfter, locale, 'local') })}
        </span>
      </dd>
    </div>
  );
}

interface CompareNamesProps {
  readonly added: readonly string[];
  readonly missing: readonly string[];
}

/** The names of a certificate that were not approved, and approved ones that are missing. */
function CompareNames({ added, missing }: CompareNamesProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-sunken p-3 text-xs">
      {added.length > 0 && (
        <Names title={t('inbox.compare.added', { count: added.length })} names={added} icon={Plus} />
      )}
      {missing.length > 0 && (
        <Names title={t('inbox.compare.missing', { count: missing.length })} names={missing} icon={Minus} />
      )}
    </div>
  );
}

function Names(props: {
  readonly title: string;
  readonly names: readonly string[];
  readonly icon: typeof Plus;
}) {
  const { title, names, icon: Icon } = props;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">{title}</p>
      <ul data-selectable className="flex flex-col">
        {names.map((name) => (
          <li key={name} className="flex items-start gap-1.5 break-all">
            <Icon size={12} aria-hidden className="mt-1 shrink-0 text-muted" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SuggestedOrderProps {
  readonly delivery: DeliveryView;
  readonly suggestion: OrderSuggestion;
}

/** The order that a delivery without one looks like, to be linked with one click. The service is checked before it counts. */
function SuggestedOrder({ delivery, suggestion }: SuggestedOrderProps) {
  const t = useT();
  const map = useAction((orderId: string) =>
    bridge().calls['inbox:map']({ deliveryId: delivery.id, orderId }),
  );
  const { row, sameNames } = suggestion;
  const [name, order] = [delivery.orderName, orderTitle(row)];
  const link = () =>
    told(map.run(row.id), 'inbox.suggestion.failed', () => {
      showToast({ tone: 'success', title: t('inbox.done.mapped', { order }) });
    });
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-transparent bg-accent-soft p-3">
      <p className="text-sm font-medium wrap-anywhere">
        {sameNames > 0
          ? t('inbox.suggestion.sameNames', { order, count: sameNames })
          : t('inbox.suggestion.sameName', { order, name })}
      </p>
      <p className="text-xs">{t('inbox.suggestion.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" icon={Link} busy={map.busy} onClick={() => void link()}>
          {t('inbox.suggestion.link')}
        </Button>
        <Button size="sm" onClick={() => openDialog({ kind: 'mapDelivery', deliveryId: delivery.id })}>
          {t('inbox.suggestion.another')}
        </Button>
      </div>
    </section>
  );
}

/** Actions that may be the primary button: none that deletes a key or trusts an unverified sender. */
const urging: ReadonlySet<DeliveryAction> = new Set(['export', 'map', 'recheck', 'showOrder']);

interface DeliveryActionsProps {
  readonly delivery: DeliveryView;
  readonly isSuggested: boolean;
}

/**
 * The actions on a delivery with words: the recommended one, a second one for most, and a menu with the others.
 * @param isSuggested an order is suggested above, with a button that links another one
 */
function DeliveryActions({ delivery, isSuggested }: DeliveryActionsProps) {
  const t = useT();
  const order = useDeliveryOrder(delivery);
  const isExported = useIsExported(delivery);
  const all = deliveryActions(delivery, order !== undefined, isExported);
  const actions = isSuggested ? all.filter((action) => action !== 'map') : all;
  const buttons = buttonActions(actions, delivery);
  const others = actions.filter((action) => !buttons.includes(action));
  if (actions.length === 0) return null;
  const isLinked = order !== undefined;
  return (
    <div className="flex items-start gap-2">
      <span className="flex min-w-0 flex-1 flex-wrap gap-2">
        {buttons.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 && urging.has(action) && !isSuggested ? 'primary' : 'secondary'}
            icon={deliveryIcons[action]}
            onClick={() => runDeliveryAction(action, delivery)}
          >
            {deliveryLabel(action, isLinked, t)}
          </Button>
        ))}
      </span>
      {others.length > 0 && (
        <Menu trigger={<IconButton icon={Ellipsis} label={t('inbox.action.more')} tooltip={false} />}>
          <DeliveryItems delivery={delivery} actions={others} isLinked={isLinked} />
        </Menu>
      )}
    </div>
  );
}
