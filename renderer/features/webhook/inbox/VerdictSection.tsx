import { Layers2, Minus, Plus } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { hexPairs } from '#shared/i18n/certificateText.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { DeliveryActions } from './DeliveryActions.tsx';
import { verdictWords } from './inboxText.ts';
import { PastTime } from './PastTime.tsx';
import { SuggestedOrder } from './SuggestedOrder.tsx';
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
