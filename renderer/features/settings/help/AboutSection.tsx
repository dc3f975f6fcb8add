import { ArrowLeft, BookOpen, Bug, ClipboardCopy, FolderOpen, Tag } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { PageHeading, SectionTitle } from '#renderer/components/PageHeading.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { Skeleton } from '#renderer/components/Skeleton.tsx';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { Licences } from '#shared/ipc/answers.ts';
import { UpdateSection } from './UpdateSection.tsx';

const DocumentPage = lazyPart(
  async () => (await import('./DocumentPage.tsx')).DocumentPage,
  ({ onBack }) => onBack(),
);

interface AboutSectionProps {
  /** Above all of it. */
  readonly keys: ReactNode;
  /** Shown first. */
  readonly first: 'help' | 'documents';
}

/** Help: newer versions, the guide, what to send with a report, and what the app is. */
export function AboutSection({ keys, first }: AboutSectionProps) {
  const t = useT();
  const [page, setPage] = useState<'help' | 'documents' | 'licences'>(first);
  if (page === 'licences')
    return (
      <>
        <PageHeading title={t('help.licences.title')} />
        <LicenceTexts onBack={() => setPage('help')} />
      </>
    );
  if (page === 'documents')
    return (
      <>
        <PageHeading title={t('help.documents.title')} />
        <DocumentPage onBack={() => setPage('help')} />
      </>
    );
  return (
    <>
      <PageHeading title={t('settings.sections.about')} />
      <div className="flex max-w-180 flex-col gap-6">
        {keys}
        <DocumentsSection onShow={() => setPage('documents')} />
        <UpdateSection />
        <ReportSection />
        <AppSection onShowLicences={() => setPage('licences')} />
      </div>
    </>
  );
}

/** The guide, which is in the package, and what is new, which is not. */
function DocumentsSection({ onShow }: { readonly onShow: () => void }) {
  const t = useT();
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <SectionTitle>{t('help.documents.title')}</SectionTitle>
      <p className="text-xs text-muted">{t('help.documents.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={BookOpen} onClick={onShow}>
          {t('help.documents.open')}
        </Button>
        <Button icon={Tag} onClick={() => void bridge().calls['app:openLink']('releases')}>
          {t('help.documents.releases')}
        </Button>
      </div>
    </section>
  );
}

/** What the app is: name, version, purpose and licence. */
function AppSection({ onShowLicences }: { readonly onShowLicences: () => void }) {
  const t = useT();
  const version = useApp((projection) => projection.app.version);
  return (
    <section className="flex flex-col items-start gap-2 border-t border-line pt-5">
      <p data-selectable className="text-sm">
        <span className="text-md font-semibold">{t('common.appName')}</span>{' '}
        <span className="text-muted tabular">{t('help.about.version', { version })}</span>
      </p>
      <p className="text-sm text-muted">{t('help.about.what')}</p>
      <p className="text-xs text-muted">{t('help.about.licence')}</p>
      <Button size="sm" onClick={onShowLicences}>
        {t('help.about.show')}
      </Button>
    </section>
  );
}

type Diagnosis =
  | { readonly kind: 'none' | 'making' | 'failed' }
  | { readonly kind: 'copied'; readonly text: string };

/** The information for a bug report. It is shown once it was copied, so that the user sees what they send. */
function ReportSection() {
  const t = useT();
  const [diagnosis, setDiagnosis] = useState<Diagnosis>({ kind: 'none' });
  const { calls } = bridge();
  const copy = () => {
    setDiagnosis({ kind: 'making' });
    calls['app:copyDiagnostics'](null).then(
      (text) => setDiagnosis({ kind: 'copied', text }),
      () => setDiagnosis({ kind: 'failed' }),
    );
  };
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <SectionTitle>{t('help.report.title')}</SectionTitle>
      <p className="text-xs text-muted">{t('help.report.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={Bug} onClick={() => void calls['app:openIssueForm'](null)}>
          {t('help.report.form')}
        </Button>
        <Button icon={ClipboardCopy} busy={diagnosis.kind === 'making'} onClick={copy}>
          {t('help.report.copy')}
        </Button>
        <Button icon={FolderOpen} onClick={() => void calls['app:showLog'](null)}>
          {t('help.report.log')}
        </Button>
      </div>
      {diagnosis.kind === 'failed' && <Banner tone="danger" title={t('help.report.failed')} />}
      {diagnosis.kind === 'copied' && (
        <div className="flex flex-col gap-1.5">
          <p role="status" className="text-xs">
            {t('help.report.copied')}
          </p>
          <PlainText label={t('help.report.copied')} text={diagnosis.text} />
        </div>
      )}
    </section>
  );
}

function LicenceTexts({ onBack }: { readonly onBack: () => void }) {
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
