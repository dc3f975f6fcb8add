import { useState } from 'react';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { useT } from '#renderer/hooks/useT.ts';

/** Answers what is protected in a delivery and what is not. */
export function ProtectionNote() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={t('receiver.protection.title')} isOpen={isOpen} onOpenChange={setIsOpen}>
      <div className="flex flex-col gap-2 text-sm">
        <p>{t('receiver.protection.text')}</p>
        <p>{t('receiver.protection.way')}</p>
      </div>
    </Disclosure>
  );
}
