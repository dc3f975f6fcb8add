import { ClipboardCopy, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useT } from '#renderer/hooks/useT.ts';

type Diagnosis =
  | { readonly kind: 'none' | 'making' | 'failed' }
  | { readonly kind: 'copied'; readonly text: string };

/** What to send with a report. What was copied is shown, so that nobody sends what they have not seen. */
export function ReportSection() {
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
