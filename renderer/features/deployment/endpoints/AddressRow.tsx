import {
  CheckCheck,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleDashed,
  CircleX,
  Diff,
  History,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { useState } from 'react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { colours } from '#renderer/styles/tone.ts';
import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { hexPairs } from '#shared/i18n/certificateText.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { placeStatusText } from '#shared/i18n/placeStatusText.ts';
import { type ProblemText, probeErrorText, servedFindingText } from '#shared/i18n/probeText.ts';
import { type AddressGroup, servedText } from './addressText.ts';

interface AddressRowProps {
  readonly group: AddressGroup;
  readonly order: OrderRow;
  /** Unix ms. */
  readonly now: number;
}

/** One address, or several with the same result: what is served there, and its problems. */
export function AddressRow({ group, order, now }: AddressRowProps) {
  const t = useT();
  const locale = useLocale();
  const { status, shown } = group;
  const { error, errorSince, served } = shown;
  return (
    <li className="flex flex-col gap-1.5 border-t border-line pt-2">
      <Heading group={group} />
      {error !== null && <Problem kind="error" text={probeErrorText(error, t)} />}
      {error !== null && errorSince !== null && (
        <p className="text-2xs text-muted tabular">
          {t('places.failingSince', { ago: formatRelativePast(now - errorSince, t) })}
        </p>
      )}
      <Served group={group} order={order} now={now} />
      {error === null &&
        status !== 'unknown' &&
        served?.findings.map((finding) => (
          <Problem
            key={JSON.stringify(finding)}
            kind="finding"
            text={servedFindingText(finding, t, locale)}
          />
        ))}
    </li>
  );
}

/** The address, or the number of addresses with a button to list them. */
function Heading({ group: { addresses, shown, status, uncheckedSince } }: { readonly group: AddressGroup }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const count = addresses.length;
  return (
    <>
      <div className="flex items-start gap-2">
        {count === 1 ? (
          <span data-selectable className="min-w-0 flex-1 font-mono text-2xs leading-5 break-all">
            {shown.address}
          </span>
        ) : (
          <span className="min-w-0 flex-1">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="-ml-1 inline-flex h-5 items-center gap-0.5 rounded pr-1 text-xs hover:bg-hover"
            >
              <Chevron size={14} aria-hidden className="text-muted" />
              {t('places.addresses', { count })}
            </button>
          </span>
        )}
        <ProbeStatusBadge status={status} uncheckedSince={uncheckedSince} />
      </div>
      {isOpen && count > 1 && (
        <ul data-selectable className="flex flex-col pl-3.5 font-mono text-2xs break-all">
          {addresses.map(({ address }) => (
            <li key={address}>{address}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Served({ group: { shown, status }, order, now }: AddressRowProps) {
  const t = useT();
  const locale = useLocale();
  const text = servedText(shown, status, order, now, t, locale);
  if (text === null || shown.served === null) return null;
  const { remembered, times, relation, issuer } = text;
  return (
    <div className="flex flex-col text-2xs text-muted tabular">
      {remembered !== null && <p>{remembered}</p>}
      {status !== 'current' && <Fingerprint value={shown.served.fingerprint256} />}
      <p>{times.join(' · ')}</p>
      {relation !== null && <p>{relation}</p>}
      {issuer !== null && <p className="break-words">{issuer}</p>}
    </div>
  );
}

/** The start of a fingerprint. The whole of it is in the tooltip and can be copied. */
function Fingerprint({ value }: { readonly value: string }) {
  const t = useT();
  return (
    <span className="group/copied flex min-w-0 items-center gap-1">
      <span data-selectable className="truncate font-mono text-2xs" title={hexPairs(value)}>
        {hexPairs(value.slice(0, 16))}…
      </span>
      <CopyButton quiet text={value} label={t('places.fingerprint')} />
    </span>
  );
}

interface ProblemProps {
  readonly text: ProblemText;
  /** A failed probe, or a finding about what is served. */
  readonly kind: 'error' | 'finding';
}

export function Problem({ text, kind }: ProblemProps) {
  const Icon = kind === 'error' ? CircleAlert : TriangleAlert;
  return (
    <div data-selectable className="flex gap-1.5 text-xs">
      <Icon
        size={13}
        aria-hidden
        className={`mt-0.5 shrink-0 ${kind === 'error' ? 'text-violet' : 'text-amber'}`}
      />
      <div className="min-w-0 break-words">
        <p className="font-medium">{text.title}</p>
        <p className="text-muted">{text.next}</p>
      </div>
    </div>
  );
}

interface ProbeStatusBadgeProps {
  readonly status: PlaceStatus;
  readonly uncheckedSince: number | null;
}

function ProbeStatusBadge({ status, uncheckedSince }: ProbeStatusBadgeProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <StateBadge
      appearance={probeStatusAppearances[status]}
      text={placeStatusText(status, uncheckedSince, t, locale, 'local')}
    />
  );
}

/** How a status looks. Each has its own icon, so that colour is never the only difference. */
const probeStatusAppearances: Readonly<Record<PlaceStatus, StateAppearance>> = {
  expired: { icon: CircleX, ...colours.danger },
  foreign: { icon: Diff, ...colours.danger },
  stale: { icon: History, ...colours.orange },
  misconfigured: { icon: TriangleAlert, ...colours.amber },
  unreachable: { icon: Unplug, ...colours.amber },
  unknown: { icon: CircleDashed, ...colours.gray },
  current: { icon: CheckCheck, ...colours.green },
};
