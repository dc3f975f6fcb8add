import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { Skeleton } from '#renderer/components/Skeleton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { Licences } from '#shared/ipc/contract.ts';

/** The licence of the app, and those of the packages in it. */
export function LicenceTexts({ onBack }: { readonly onBack: () => void }) {
  const t = useT();
  const [licences, setLicences] = useState<Licences | 'loading' | 'missing'>('loading');
  useEffect(() => {
    let isShown = true;
    const show = (found: Licences | 'missing') => {
      if (isShown) setLicences(found);
    };
    bridge()
      .calls['app:licences'](null)
      .then(show, () => show('missing'));
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <div className="flex flex-col gap-4">
      <Button
        size="sm"
        variant="ghost"
        icon={ArrowLeft}
        className="self-start"
        data-autofocus
        onClick={onBack}
      >
        {t('help.licences.back')}
      </Button>
      {licences === 'loading' && <Skeleton className="h-48 w-full" />}
      {licences === 'missing' && <Banner tone="warning" title={t('help.licences.missing')} />}
      {typeof licences === 'object' && (
        <>
          <SectionTitle>{t('help.licences.own')}</SectionTitle>
          <PlainText label={t('help.licences.own')} text={licences.own} />
          <SectionTitle>{t('help.licences.others')}</SectionTitle>
          <PlainText tall label={t('help.licences.others')} text={licences.others} />
          <p className="text-xs text-muted">{t('help.licences.runtime')}</p>
        </>
      )}
    </div>
  );
}
