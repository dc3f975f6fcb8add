import { TriangleAlert, X } from 'lucide-react';
import { useMemo } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { doubtfulRids } from '#shared/domain/pastedSetup.ts';
import { maskedWord } from '#shared/domain/rids.ts';

const MOST_SHOWN = 24;

interface RidChipsProps {
  readonly rids: readonly string[];
  /** A rid that may be a secret, and is masked. */
  readonly secret?: string | null;
  readonly onRemove: (rid: string) => void;
}

/** The recognised rids, those that look like something else first and in amber. */
export function RidChips({ rids, secret = null, onRemove }: RidChipsProps) {
  const t = useT();
  const { shown, doubtful } = useMemo(() => {
    const doubtful = doubtfulRids(rids);
    const all = doubtful.size === 0 ? rids : rids.toSorted((a, b) => +doubtful.has(b) - +doubtful.has(a));
    return { shown: all.slice(0, MOST_SHOWN), doubtful };
  }, [rids]);
  if (rids.length === 0) return null;
  const more = rids.length - shown.length;
  const textOf = (rid: string) => (rid === secret ? maskedWord(rid) : rid);
  return (
    <div className="flex flex-col gap-1.5">
      <ul aria-label={t('addOrders.recognised')} className="flex flex-wrap gap-1.5">
        {shown.map((rid) => (
          <li
            key={rid}
            className={cx(
              'flex max-w-full items-center gap-1 rounded-md border py-0.5 pl-2 font-mono text-xs',
              doubtful.has(rid) ? 'border-amber bg-amber-soft' : 'border-line bg-sunken',
            )}
          >
            {doubtful.has(rid) && <TriangleAlert size={12} aria-hidden className="shrink-0 text-amber" />}
            <span className="truncate">{textOf(rid)}</span>
            <button
              type="button"
              aria-label={t('addOrders.leaveOut', { rid: textOf(rid) })}
              onClick={(event) => {
                focusNeighbour(event.currentTarget);
                onRemove(rid);
              }}
              className="flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-pressed hover:text-ink"
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        ))}
        {more > 0 && (
          <li className="self-center text-xs text-muted">{t('common.showMore', { count: more })}</li>
        )}
      </ul>
      {secret !== null && <p className="text-xs text-muted">{t('addOrders.mayBeToken')}</p>}
      {doubtful.size > 0 && (
        <p className="text-xs text-amber">{t('addOrders.doubtful', { count: doubtful.size })}</p>
      )}
    </div>
  );
}

/** Moves the focus from a button in a list item, which is about to be removed, to the one in the next or previous item. */
export function focusNeighbour(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbour =
    item?.nextElementSibling?.querySelector('button') ??
    item?.previousElementSibling?.querySelector('button');
  neighbour?.focus();
}
