import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useT } from '#renderer/hooks/useT.ts';

/** Marks an order that is only delivered by WebHook, never polled. */
export function PushOnlyMark() {
  const t = useT();
  return (
    <Tooltip text={t('inbox.pushOnly.hint')}>
      <span className="inline-flex h-4 shrink-0 items-center rounded bg-violet-soft px-1 text-2xs font-medium whitespace-nowrap text-violet">
        {t('inbox.pushOnly.mark')}
      </span>
    </Tooltip>
  );
}
