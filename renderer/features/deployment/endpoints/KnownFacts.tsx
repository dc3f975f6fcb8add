import { Fact, FactList } from '#renderer/components/FactList.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { CopyBadge } from '../files/CopyBadge.tsx';
import { showCopy } from '../files/showCopy.ts';
import { Fingerprint } from './Fingerprint.tsx';

interface KnownFactsProps {
  readonly row: OrderRow;
  /** Of this order. */
  readonly copies: readonly CopyBundleView[];
}

/** What should be everywhere: the certificate that the service issued; and the copies of it on this computer. */
export function KnownFacts({ row, copies }: KnownFactsProps) {
  const t = useT();
  return (
    <FactList>
      <Fact name={t('places.issued')}>
        <Issued row={row} />
      </Fact>
      {copies.length > 0 && (
        <Fact name={t('places.onDisk')}>
          <ul className="flex flex-col gap-1">
            {copies.map(({ id, folder, state }) => (
              <li key={id} className="flex items-start gap-2">
                <button
                  type="button"
                  title={t('places.toCopy', { folder })}
                  onClick={() => showCopy(id)}
                  className="min-w-0 flex-1 rounded text-left text-accent-ink wrap-anywhere hover:underline"
                >
                  {folder}
                </button>
                <CopyBadge state={state} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </FactList>
  );
}

function Issued({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const locale = useLocale();
  const { fingerprint256, notAfter, issuerName } = row;
  if (fingerprint256 === null || notAfter === null)
    return <span className="text-muted">{t('places.noIssued')}</span>;
  return (
    <span className="flex flex-col">
      <Fingerprint value={fingerprint256} />
      <span className="text-2xs text-muted tabular">
        {t('places.issuedUntil', {
          date: formatDate(notAfter, locale, 'local'),
          issuer: issuerName ?? '—',
        })}
      </span>
    </span>
  );
}
