import { FileKey2, FileText } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';

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
export function TlsFileRow({ kind, path, onChosen }: TlsFileRowProps) {
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
