import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import type { AddressGroup } from './addressGroups.ts';
import { servedWords } from './addressWords.ts';
import { Fingerprint } from './Fingerprint.tsx';
import { findingWords, probeErrorWords } from './probeWords.ts';
import { Trouble } from './Trouble.tsx';
import { VerdictBadge } from './VerdictBadge.tsx';

interface AddressRowProps {
  readonly group: AddressGroup;
  readonly order: OrderRow;
  /** Unix ms. */
  readonly now: number;
}

/** One address, or several that agree: what is served there, and what is wrong with it. */
export function AddressRow({ group, order, now }: AddressRowProps) {
  const t = useT();
  const locale = useLocale();
  const { status, shown } = group;
  const { error, errorSince, served } = shown;
  return (
    <li className="flex flex-col gap-1.5 border-t border-line pt-2">
      <Heading group={group} />
      {error !== null && <Trouble kind="error" words={probeErrorWords(error, t)} />}
      {error !== null && errorSince !== null && (
        <p className="text-2xs text-muted tabular">
          {t('places.failingSince', { ago: formatRelativePast(now - errorSince, t) })}
        </p>
      )}
      <Served group={group} order={order} now={now} />
      {error === null &&
        status !== 'unknown' &&
        served?.findings.map((finding) => (
          <Trouble key={JSON.stringify(finding)} kind="finding" words={findingWords(finding, t, locale)} />
        ))}
    </li>
  );
}

/** The address, or how many there are, which can be unfolded. */
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
        <VerdictBadge status={status} uncheckedSince={uncheckedSince} />
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
  const words = servedWords(shown, status, order, now, t, locale);
  if (words === null || shown.served === null) return null;
  const { remembered, times, relation, issuer } = words;
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
