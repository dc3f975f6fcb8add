import { cx } from '#renderer/components/cx.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { isBad, isMarked } from './truths.ts';
import { truthWords } from './truthWords.ts';
import { useTruth } from './useTruth.ts';
import { verdictLooks } from './verdictLook.ts';

/** Says in a row how the places of its order are: with a few words where that is bad and there is room. */
export function VerdictMark({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const now = useNow('minute');
  const truth = useTruth(row.id);
  if (truth === null || !isMarked(truth)) return null;
  const { status, affected } = truth;
  const { what } = truthWords(truth, row, now, t);
  const { icon: Icon, ink, soft } = verdictLooks[status];
  return (
    <span
      role="img"
      aria-label={what}
      // No tooltip of our own: it would cost more than the rest of the row.
      title={what}
      className={cx(
        'inline-flex h-5 min-w-0 items-center gap-1 rounded text-2xs font-medium',
        ink,
        isBad(status) && `px-1 ${soft}`,
      )}
    >
      <Icon size={13} aria-hidden className="shrink-0" />
      {isBad(status) && (
        <span className="hidden truncate @min-[980px]:inline">
          {t(`places.${affected === 0 ? 'shortCopies' : 'short'}.${status}`)}
        </span>
      )}
    </span>
  );
}
