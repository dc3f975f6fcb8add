import { useT } from '#renderer/hooks/useT.ts';
import type { ParsedRids } from '#shared/domain/rids.ts';
import { RefusedRids } from './RefusedRids.tsx';

/** What the pasted text holds, told while it is typed. */
export function RidsPreview({ parsed }: { readonly parsed: ParsedRids }) {
  const t = useT();
  const { rids, duplicates, refused } = parsed;
  const facts = [
    rids.length > 0 && t('addOrders.preview.found', { count: rids.length }),
    duplicates.length > 0 && t('addOrders.preview.duplicates', { count: duplicates.length }),
    refused.length > 0 && t('addOrders.preview.refused', { count: refused.length }),
  ].filter((fact) => fact !== false);
  return (
    <div className="flex flex-col gap-2">
      <p aria-live="polite" className="tabular text-xs font-medium">
        {facts.length === 0 ? (
          <span className="font-normal text-muted">{t('addOrders.preview.none')}</span>
        ) : (
          facts.join(' · ')
        )}
      </p>
      {refused.length > 0 && <RefusedRids refused={refused} />}
    </div>
  );
}
