import { useId } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { FieldProblem } from '#renderer/components/FieldProblem.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ReceiverDraft, ReceiverProblem } from './receiverDraft.ts';
import { TlsFileRow } from './TlsFileRow.tsx';
import { useReceiverProblemText } from './useReceiverProblemText.ts';

interface TlsFieldsProps {
  readonly draft: ReceiverDraft;
  /** Other computers can reach the address. */
  readonly exposed: boolean;
  readonly problem: ReceiverProblem | undefined;
  readonly onChange: (change: Partial<ReceiverDraft>) => void;
}

/** The files for TLS, with a warning where others can reach the address and there are none. */
export function TlsFields({ draft, exposed, problem, onChange }: TlsFieldsProps) {
  const t = useT();
  const problemId = useId();
  const text = useReceiverProblemText()(problem);
  const { certificateFile, keyFile } = draft;
  const hasFile = certificateFile !== null || keyFile !== null;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-xs font-medium">{t('receiver.listening.tls')}</legend>
      <p className="text-xs text-muted">
        {t(exposed ? 'receiver.listening.tlsHintExposed' : 'receiver.listening.tlsHintLocal')}
      </p>
      <div className="flex w-full flex-col divide-y divide-line rounded-lg border border-line">
        <TlsFileRow
          kind="certificate"
          path={certificateFile}
          onChosen={(path) => onChange({ certificateFile: path })}
        />
        <TlsFileRow kind="key" path={keyFile} onChosen={(path) => onChange({ keyFile: path })} />
      </div>
      <div className="flex min-h-7 items-center justify-between gap-2">
        <p className="text-xs text-muted">{t('receiver.listening.reloaded')}</p>
        {hasFile && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => onChange({ certificateFile: null, keyFile: null })}
          >
            {t('receiver.listening.clear')}
          </Button>
        )}
      </div>
      {exposed && !hasFile && <Banner tone="warning" title={t('receiver.listening.plainHttp')} />}
      <FieldProblem id={problemId} text={text} />
    </fieldset>
  );
}
