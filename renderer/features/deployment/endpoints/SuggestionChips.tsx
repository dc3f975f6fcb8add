import { Plus } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import { suggestedText } from './suggestions.ts';

interface SuggestionChipsProps {
  readonly suggestions: readonly EndpointSuggestion[];
  readonly onChoose: (suggestion: EndpointSuggestion) => void;
}

/** Endpoints that the names of a certificate suggest, as buttons that add them. */
export function SuggestionChips({ suggestions, onChoose }: SuggestionChipsProps) {
  const t = useT();
  return (
    <ul className="flex flex-wrap gap-1.5">
      {suggestions.map((suggestion) => {
        const { wildcard, host, protocol, port } = suggestion;
        const text = suggestedText(suggestion);
        const label = wildcard
          ? t('places.suggestion.wildcard', { host })
          : protocol === 'tls'
            ? t('places.suggestion.add', { place: text })
            : t('places.suggestion.addBy', { place: text, protocol: t(`places.protocol.${protocol}`) });
        return (
          <li key={`${wildcard} ${protocol} ${host} ${port}`} className="max-w-full">
            <Button
              size="sm"
              icon={Plus}
              aria-label={label}
              title={label}
              onClick={() => onChoose(suggestion)}
              className="max-w-full"
            >
              <span className="truncate">{wildcard ? `*.${host}…` : text}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
