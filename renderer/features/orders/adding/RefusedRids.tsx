import { useT } from '#renderer/hooks/useT.ts';
import type { RefusedRid } from '#shared/domain/rids.ts';

const MOST_SHOWN = 5;

/** The first few texts that are not rids, each with its reason. */
export function RefusedRids({ refused }: { readonly refused: readonly RefusedRid[] }) {
  const t = useT();
  const unique = [...new Map(refused.map((rid) => [rid.text, rid])).values()];
  const more = unique.length - MOST_SHOWN;
  return (
    <ul aria-label={t('addOrders.refusedRids')} className="flex flex-col gap-0.5 text-xs">
      {unique.slice(0, MOST_SHOWN).map(({ text, reason }) => (
        <li key={text} className="flex min-w-0 gap-2">
          <code className="max-w-1/2 shrink-0 truncate font-mono text-danger">{text}</code>
          <span className="text-muted">{t(`addOrders.refusal.${reason}`)}</span>
        </li>
      ))}
      {more > 0 && <li className="text-muted">{t('common.showMore', { count: more })}</li>}
    </ul>
  );
}
