import { FileKey2, FileText } from 'lucide-react';
import { useId } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { FieldProblem } from '#renderer/components/FormField.tsx';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type ReceiverForm, useReceiverProblemText } from './receiverDraft.ts';

interface TlsFieldsProps {
  readonly form: ReceiverForm;
  /** Other computers can reach the address. */
  readonly exposed: boolean;
}

/** The files for TLS, with a warning where others can reach the address and there are none. */
export function TlsFields({ form: { values, problems, change }, exposed }: TlsFieldsProps) {
  const t = useT();
  const problemId = useId();
  const text = useReceiverProblemText()(problems.tls);
  const { certificateFile, keyFile } = values;
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
          onChosen={(path) => change({ certificateFile: path })}
        />
        <TlsFileRow kind="key" path={keyFile} onChosen={(path) => change({ keyFile: path })} />
      </div>
      <div className="flex min-h-7 items-center justify-between gap-2">
        <p className="text-xs text-muted">{t('receiver.listening.reloaded')}</p>
        {hasFile && (
          <Button size="sm" variant="ghost" onClick={() => change({ certificateFile: null, keyFile: null })}>
            {t('receiver.listening.clear')}
          </Button>
        )}
      </div>
      {exposed && !hasFile && <Banner tone="warning" title={t('receiver.listening.plainHttp')} />}
      <FieldProblem id={problemId} text={text} />
    </fieldset>
  );
}

interface TlsFileRowProps {
  readonly kind: 'certificate' | 'key';
  readonly path: string | null;
  readonly onChosen: (path: string) => void;
}

const labels = {
  certificate: 'receiver.listening.certificateFile',
  key: 'receiver.listening.keyFile',
} as const;

/** One of the two TLS files, chosen in the native dialog. */
function TlsFileRow({ kind, path, onChosen }: TlsFileRowProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const choice = useAction(() => bridge().calls['receiver:chooseTlsFile'](kind));
  const choose = async () => {
    const result = await choice.run();
    if (result.ok && result.value !== null) onChosen(result.value);
  };
  const Icon = kind === 'key' ? FileKey2 : FileText;
  const shown = (
    <span
      data-selectable
      className={cx('block truncate text-xs', path !== null && 'font-mono', 'text-muted')}
    >
      {path ?? t('receiver.listening.noFile')}
    </span>
  );
  return (
    <div className="flex flex-col gap-1 px-3 py-2">
      <div className="flex items-center gap-2.5">
        <Icon size={15} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block text-sm">{t(labels[kind])}</span>
          {path === null ? shown : <Tooltip text={path}>{shown}</Tooltip>}
        </span>
        <Button
          size="sm"
          busy={choice.busy}
          aria-label={`${t(path === null ? 'receiver.listening.choose' : 'receiver.listening.change')} ${t(labels[kind])}`}
          onClick={() => void choose()}
        >
          {t(path === null ? 'receiver.listening.choose' : 'receiver.listening.change')}
        </Button>
      </div>
      {choice.error !== null && (
        <p role="alert" className="text-xs text-danger">
          {errorText(choice.error)}
        </p>
      )}
    </div>
  );
}
