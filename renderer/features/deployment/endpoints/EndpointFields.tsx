import { useRef, useState } from 'react';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import { endpointProtocols } from '#shared/domain/endpointProtocol.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import { type EndpointForm, intervalsWith, type ProtocolChoice } from './endpointDraft.ts';
import { SuggestionChips } from './SuggestionChips.tsx';
import { suggestedText } from './suggestions.ts';

interface EndpointFieldsProps {
  readonly form: EndpointForm;
  readonly suggestions: readonly EndpointSuggestion[];
}

const protocols: readonly ProtocolChoice[] = ['auto', ...endpointProtocols];

export function EndpointFields({ form, suggestions }: EndpointFieldsProps) {
  const { values: draft, problems, change } = form;
  const t = useT();
  const errorText = useFieldErrorText();
  const [isAdvanced, setAdvanced] = useState(draft.serverName !== '');
  const isAdvancedShown = isAdvanced || problems.serverName !== undefined;
  const address = useRef<HTMLInputElement>(null);
  const choose = (suggestion: EndpointSuggestion) => {
    const text = suggestedText(suggestion);
    change({ text, protocol: suggestion.protocol === 'tls' ? 'auto' : suggestion.protocol });
    // The user types the host of a wildcard before its suffix.
    requestAnimationFrame(() => {
      const place = suggestion.wildcard ? 0 : text.length;
      address.current?.focus();
      address.current?.setSelectionRange(place, place);
    });
  };
  return (
    <>
      <TextField
        label={t('places.form.address')}
        hint={t('places.form.addressHint')}
        error={errorText(problems.endpoint)}
        ref={address}
        data-autofocus
        required
        monospace
        value={draft.text}
        onValueChange={(text) => change({ text })}
        onFocus={({ currentTarget }) => {
          // The user types the host of a wildcard before its suffix.
          if (currentTarget.value.startsWith('.')) currentTarget.setSelectionRange(0, 0);
        }}
      />
      {suggestions.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <p className="text-xs text-muted">{t('places.form.suggested')}</p>
          <div className="max-h-40 overflow-y-auto">
            <SuggestionChips suggestions={suggestions} onChoose={choose} />
          </div>
        </div>
      )}
      <div className="grid gap-4 min-[520px]:grid-cols-2">
        <Select
          label={t('places.form.protocol')}
          hint={t('places.form.protocolHint')}
          value={draft.protocol}
          onValueChange={(protocol) => change({ protocol })}
          options={protocols.map((value) => ({ value, label: t(`places.protocol.${value}`) }))}
        />
        <Select
          label={t('places.form.interval')}
          value={String(draft.intervalMinutes)}
          onValueChange={(minutes) => change({ intervalMinutes: Number(minutes) })}
          options={intervalsWith(draft.intervalMinutes).map((minutes) => ({
            value: String(minutes),
            label: formatDuration(minutes * MINUTE_MS, t),
          }))}
        />
      </div>
      <Disclosure title={t('places.form.advanced')} isOpen={isAdvancedShown} onOpenChange={setAdvanced}>
        <TextField
          label={t('places.form.serverName')}
          hint={t('places.form.serverNameHint')}
          error={errorText(problems.serverName)}
          monospace
          value={draft.serverName}
          onValueChange={(serverName) => change({ serverName })}
        />
      </Disclosure>
    </>
  );
}
