import { TriangleAlert } from 'lucide-react';
import { useT } from '#renderer/hooks/useT.ts';
import type { OddPart } from '#shared/domain/pastedSetup.ts';

const MOST_SHOWN = 4;

/** The first few parts of a pasted text that are not used, each with its reason. */
export function OddParts({ parts }: { readonly parts: readonly OddPart[] }) {
  const t = useT();
  const unique = [...new Map(parts.map((part) => [`${part.reason} ${part.text}`, part])).values()];
  if (unique.length === 0) return null;
  const more = unique.length - MOST_SHOWN;
  return (
    <ul
      aria-label={t('addOrders.odd.label')}
      className="flex flex-col gap-1 rounded-lg bg-amber-soft px-3 py-2 text-xs"
    >
      {unique.slice(0, MOST_SHOWN).map(({ text, reason }) => (
        <li key={`${reason} ${text}`} className="flex min-w-0 items-start gap-2">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-amber" />
          <span className="min-w-0 break-words">
            <code className="font-mono break-all text-amber">{text}</code> {t(`addOrders.odd.${reason}`)}
          </span>
        </li>
      ))}
      {more > 0 && <li className="pl-5.5">{t('common.showMore', { count: more })}</li>}
    </ul>
  );
}
