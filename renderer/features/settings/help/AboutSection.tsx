import { ArrowLeft, ClipboardCopy, FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Key } from '#renderer/components/Key.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { Skeleton } from '#renderer/components/Skeleton.tsx';
import { shortcutOf } from '#renderer/features/orders/verbs/keyText.ts';
import { verbs } from '#renderer/features/orders/verbs/verbs.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Licences } from '#shared/ipc/answers.ts';
import { UpdateSection } from './UpdateSection.tsx';

/** Help: keys, newer versions, the guide, what to send with a report, and what the app is. */
export function AboutSection() {
  const t = useT();
  const [page, setPage] = useState<'help' | 'licences'>('help');
  if (page === 'licences')
    return (
      <>
        <PageHeading title={t('help.licences.title')} />
        <LicenceTexts onBack={() => setPage('help')} />
      </>
    );
  return (
    <>
      <PageHeading title={t('settings.sections.about')} />
      <div className="flex max-w-180 flex-col gap-6">
        <KeysSection />
        <UpdateSection />
        <ReportSection />
        <AppSection onShowLicences={() => setPage('licences')} />
      </div>
    </>
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

function KeysSection() {
  const t = useT();
  const isMac = useApp((projection) => projection.app.platform === 'darwin');
  const withCommand = (key: string) => (isMac ? `⌘${key}` : `Ctrl+${key}`);
  const rows = [
    { does: t('help.keys.search'), keys: ['/', withCommand('F')] },
    { does: t('palette.title'), keys: [withCommand('K')] },
    { does: t('help.keys.add'), keys: [withCommand('N')] },
    { does: t('help.keys.syncAll'), keys: [withCommand('R'), 'F5'] },
    { does: t('help.keys.views'), keys: [withCommand('1'), withCommand('2')] },
    { does: t('help.keys.move'), keys: ['↑', '↓'] },
    { does: t('help.keys.choose'), keys: [t('help.keys.space'), withCommand('A')] },
    ...verbRows(t),
    { does: t('orders.action.undo'), keys: [withCommand('Z')] },
    { does: t('help.keys.zoom'), keys: ['+', '−'] },
    { does: t('help.keys.pan'), keys: [t('help.keys.shift'), '←', '→'] },
    { does: t('help.keys.back'), keys: [t('help.keys.escape')] },
    { does: t('help.keys.settings'), keys: [withCommand(',')] },
    { does: t('help.keys.help'), keys: ['F1', '?'] },
  ];
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('help.keys.title')}</SectionTitle>
      <dl className="grid gap-x-10 gap-y-1.5 text-sm min-[860px]:grid-cols-2">
        {rows.map(({ does, keys }) => (
          <div key={does} className="flex items-center justify-between gap-3">
            <dt className="text-muted">{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Key key={key} label={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys of the verbs. A key that ends what it does is named once. */
function verbRows(t: Translate) {
  const rows = new Map<string, string>();
  for (const verb of verbs) {
    const label = shortcutOf(verb, t)?.label;
    if (label !== undefined && !rows.has(label)) rows.set(label, verb.text(t));
  }
  return [...rows].map(([label, does]) => ({ does, keys: [label] }));
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
