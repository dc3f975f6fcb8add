import { useState } from 'react';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportContainer, ExportItemView } from '#shared/domain/export.ts';

interface ExportSnippetProps {
  /** The orders that were written with a snippet; at least one. */
  readonly items: readonly ExportItemView[];
  readonly container: ExportContainer;
}

/** How a server is told of the files: of the one order, or of the one that is chosen. */
export function ExportSnippet({ items, container }: ExportSnippetProps) {
  const t = useT();
  const [wantedId, setWantedId] = useState('');
  const item = items.find(({ orderId }) => orderId === wantedId) ?? items[0];
  if (item === undefined || item.snippet === null) return null;
  return (
    <section aria-label={t('exporting.snippet.title')} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center gap-3">
        <SectionTitle>{t('exporting.snippet.title')}</SectionTitle>
        {items.length > 1 && (
          <Select
            aria-label={t('exporting.snippet.order')}
            value={item.orderId}
            options={items.map(({ orderId, title }) => ({ value: orderId, label: title }))}
            onValueChange={setWantedId}
            className="min-w-0 flex-1"
          />
        )}
        <span className="ml-auto">
          <CopyButton
            key={item.orderId}
            text={{ of: 'snippet', orderId: item.orderId }}
            label={t('exporting.snippet.what')}
          />
        </span>
      </div>
      <PlainText label={t('exporting.snippet.title')} text={item.snippet.trimEnd()} />
      <p className="text-xs text-muted">{t(`exporting.snippet.hint.${container}`)}</p>
    </section>
  );
}
