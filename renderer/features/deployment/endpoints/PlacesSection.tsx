import { Plus, ScanSearch } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { DeploymentStatus } from '#shared/domain/deploymentStatus.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { verdictWord } from './addressWords.ts';
import { EndpointCard } from './EndpointCard.tsx';
import { addSuggestion, checkNow } from './endpointActions.ts';
import { KnownFacts } from './KnownFacts.tsx';
import { SuggestionChips } from './SuggestionChips.tsx';
import { openSuggestions, suggestedText } from './suggestions.ts';
import { TruthNote } from './TruthNote.tsx';
import { useTruth } from './useTruth.ts';

/** Where the certificate of an order is, beside where it should be: issued, on disk, served. */
export function PlacesSection({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const now = useNow('minute');
  const truth = useTruth(row.id);
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
      {truth !== null && <TruthNote truth={truth} order={row} now={now} />}
      <Announcement
        isChecking={endpoints.some(({ probing }) => probing)}
        truth={hasEndpoints ? truth : null}
      />
      {(hasEndpoints || copies.length > 0) && <KnownFacts row={row} copies={copies} />}
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
  readonly truth: DeploymentStatus | null;
}

/** Tells a screen reader what comes of a check; the words that are seen change with every minute. */
function Announcement({ isChecking, truth }: AnnouncementProps) {
  const t = useT();
  const locale = useLocale();
  const said = truth !== null && verdictWord(truth.status, truth.uncheckedSince, t, locale);
  return (
    <p role="status" className="sr-only">
      {isChecking ? t('places.endpoint.checking') : said}
    </p>
  );
}

/** So many suggestions stand in the panel; the form has all. */
const MOST_CHIPS = 6;

/** Why one would add an endpoint, and the ones that the certificate's names suggest. */
function Invitation({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const suggestions = useMemo(() => openSuggestions(row, []), [row]);
  const more = suggestions.length - MOST_CHIPS;
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
          <SuggestionChips suggestions={suggestions.slice(0, MOST_CHIPS)} onChoose={choose} />
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
