import { useEffect, useState } from 'react';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { closeDialog, openDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { AboutSection } from './AboutSection.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LicenceTexts } from './LicenceTexts.tsx';
import { ReportSection } from './ReportSection.tsx';
import { UpdateSection } from './UpdateSection.tsx';

/** Help: what the app is, newer versions, keys, and what to send with a report. F1 opens it wherever no dialog is. */
export function HelpDialog() {
  const isOpen = useViewStore((state) => state.dialog.kind === 'help');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || useViewStore.getState().dialog.kind !== 'none') return;
      event.preventDefault();
      openDialog({ kind: 'help' });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const [page, setPage] = useState<'help' | 'licences'>('help');
  if (page === 'licences')
    return (
      <Dialog open onClose={closeDialog} title={t('help.licences.title')} size="lg">
        <LicenceTexts onBack={() => setPage('help')} />
      </Dialog>
    );
  return (
    <Dialog open onClose={closeDialog} title={t('help.title')}>
      <div className="flex flex-col gap-5">
        <AboutSection onShowLicences={() => setPage('licences')} />
        <UpdateSection />
        <ReportSection />
        <KeysSection />
      </div>
    </Dialog>
  );
}
