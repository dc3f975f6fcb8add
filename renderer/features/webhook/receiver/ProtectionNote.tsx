import { ShieldQuestionMark } from 'lucide-react';
import { useT } from '#renderer/hooks/useT.ts';

/** Explains what is protected in a delivery and what is not. */
export function ProtectionNote() {
  const t = useT();
  return (
    <aside className="flex gap-2.5 rounded-lg bg-sunken px-3 py-2.5 text-xs text-muted">
      <ShieldQuestionMark size={16} aria-hidden className="mt-px shrink-0" />
      <div className="flex flex-col gap-1">
        <p className="font-medium text-ink">{t('receiver.protection.title')}</p>
        <p>{t('receiver.protection.text')}</p>
        <p>{t('receiver.protection.way')}</p>
      </div>
    </aside>
  );
}
