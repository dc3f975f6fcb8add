import { Plus, ScanSearch } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Fact, FactList } from '#renderer/components/FactList.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { DeploymentStatus } from '#shared/domain/deploymentStatus.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { CopyBadge } from '../files/CopyBadge.tsx';
import { focusCopy } from '../files/copyActions.ts';
import { probeStatusText } from './addressText.ts';
import { checkNow } from './checkNow.ts';
import { deploymentText, type ValidityDates } from './deploymentText.ts';
import { EndpointCard } from './EndpointCard.tsx';
import { addSuggestion } from './endpointActions.ts';
import { Fingerprint } from './Fingerprint.tsx';
import { probeStatusAppearances } from './ProbeStatusBadge.tsx';
import { SuggestionChips } from './SuggestionChips.tsx';
import { openSuggestions, suggestedText } from './suggestions.ts';
import { useDeploymentStatus } from './useDeploymentStatus.ts';

/** Where the certificate of an order is deployed: what was issued, exported and served. */
export function DeploymentSection({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const now = useNow('minute');
  const deployment = useDeploymentStatus(row.id);
  const allCopies = useApp((app) => app.copies);
  const allEndpoints = useApp((app) => app.endpoints);
  const copies = useMemo(() => allCopies.filter((copy) => copy.orderId === row.id), [allCopies, row.id]);
  const endpoints = useMemo(
    () => allEndpoints.filter((endpoint) => endpoint.orderId === row.id),
    [allEndpoints, row.id],
  );
  const hasEndpoints = endpoints.length > 0;
  return (
    <PanelSection title={t('places.title')}>
      {deployment !== null && <DeploymentNote deployment={deployment} order={row} now={now} />}
      <Announcement
        isChecking={endpoints.some(({ probing }) => probing)}
        deployment={hasEndpoints ? deployment : null}
      />
      {(hasEndpoints || copies.length > 0) && <IssuedFacts row={row} copies={copies} />}
      {hasEndpoints && (
        <>
          <h4 className="text-xs text-muted">{t('places.served')}</h4>
          <ul data-focus-next className="flex flex-col gap-2">
            {endpoints.map((endpoint) => (
              <EndpointCard key={endpoint.id} endpoint={endpoint} order={row} now={now} />
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={Plus} onClick={() => openForm(row.id)}>
              {t('places.add')}
            </Button>
            {endpoints.length > 1 && (
              <Button
                size="sm"
                icon={ScanSearch}
                busy={endpoints.every(({ probing }) => probing)}
                onClick={() => void checkNow({ orderIds: [row.id] })}
              >
                {t('places.checkAll')}
              </Button>
            )}
          </div>
        </>
      )}
      {!hasEndpoints && <Invitation row={row} />}
    </PanelSection>
  );
}

interface AnnouncementProps {
  readonly isChecking: boolean;
  readonly deployment: DeploymentStatus | null;
}

/** Announces the result of a check to screen readers. The visible text changes every minute, so it is not announced. */
function Announcement({ isChecking, deployment }: AnnouncementProps) {
  const t = useT();
  const locale = useLocale();
  const text =
    deployment !== null && probeStatusText(deployment.status, deployment.uncheckedSince, t, locale);
  return (
    <p role="status" className="sr-only">
      {isChecking ? t('places.endpoint.checking') : text}
    </p>
  );
}

/** Suggestions shown in the panel; the form has all of them. */
const CHIPS_MAX = 6;

/** Explains why to add endpoints, and offers those that the names of the certificate suggest. */
function Invitation({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const suggestions = useMemo(() => openSuggestions(row, []), [row]);
  const more = suggestions.length - CHIPS_MAX;
  const choose = (suggestion: EndpointSuggestion) => {
    if (suggestion.wildcard) openForm(row.id, suggestedText(suggestion));
    else void addSuggestion(row.id, suggestion);
  };
  return (
    <div data-focus-next className="flex flex-col gap-2 text-xs">
      <p className="text-muted">{t('places.empty.why')}</p>
      {suggestions.length > 0 && (
        <>
          <p className="font-medium">{t('places.empty.suggested')}</p>
          <SuggestionChips suggestions={suggestions.slice(0, CHIPS_MAX)} onChoose={choose} />
        </>
      )}
      <div>
        <Button size="sm" variant="ghost" className="-ml-2 text-accent-ink" onClick={() => openForm(row.id)}>
          {more > 0 ? t('places.suggestion.more', { count: more }) : t('places.empty.other')}
        </Button>
      </div>
    </div>
  );
}

function openForm(orderId: string, text = ''): void {
  openDialog({ kind: 'endpoint', orderId, endpointId: null, text });
}

interface IssuedFactsProps {
  readonly row: OrderRow;
  readonly copies: readonly CopyBundleView[];
}

/** The certificate that the service issued, and the folders it was exported to. */
function IssuedFacts({ row, copies }: IssuedFactsProps) {
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
                  onClick={() => focusCopy(id)}
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

interface DeploymentNoteProps {
  readonly deployment: DeploymentStatus;
  readonly order: ValidityDates;
  /** Unix ms. */
  readonly now: number;
}

/** The deployment status in a sentence, and what to do. */
function DeploymentNote({ deployment, order, now }: DeploymentNoteProps) {
  const t = useT();
  const { what, next } = deploymentText(deployment, order, now, t);
  const { icon: Icon, ink, soft } = probeStatusAppearances[deployment.status];
  return (
    <div data-selectable className={cx('flex gap-2.5 rounded-lg p-3 text-xs', soft)}>
      <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', ink)} />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p className="text-sm font-medium">{what}</p>
        {next !== null && <p>{next}</p>}
      </div>
    </div>
  );
}
