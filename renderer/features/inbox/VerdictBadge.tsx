import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeliveryVerdict } from '#shared/domain/delivery.ts';
import { verdictLooks, verdictMark } from './verdictLook.ts';

/** A verdict as a word on its quiet colour, its shape before it. */
export function VerdictBadge({ verdict }: { readonly verdict: DeliveryVerdict }) {
  const t = useT();
  const mark = verdictMark(verdict);
  const { icon: Icon, ink, soft } = verdictLooks[mark];
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 self-start rounded px-1.5 text-2xs font-medium',
        ink,
        soft,
      )}
    >
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="truncate">{t(`inbox.verdict.${mark}`)}</span>
    </span>
  );
}
