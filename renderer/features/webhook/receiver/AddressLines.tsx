import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { localOrigin, publicAddress, useHookTest } from './hookAddress.ts';

interface HookAddressProps {
  readonly hook: HookView;
  readonly onCopied: () => void;
}

/** The address to give to the service: the public one once it was tested, until then the local one. */
export function HookAddress({ hook, onCopied }: HookAddressProps) {
  const t = useT();
  const receiver = useApp((app) => app.receiver);
  const publicUrl = publicAddress(useHookTest(hook.id).url);
  return (
    <div data-hook-address className="flex flex-col gap-1.5">
      <p className="text-xs text-muted">{t('receiver.hook.address')}</p>
      <CopyLine
        text={publicUrl ?? localOrigin(receiver) + hook.path}
        label={t('receiver.steps.copyAddress')}
        onCopied={onCopied}
      />
      <p className="text-xs text-muted">
        {t(publicUrl === null ? 'receiver.hook.addressLocal' : 'receiver.hook.addressPublic')}
      </p>
    </div>
  );
}

/** Where a tunnel or reverse proxy leads, and the path that its public address ends with. */
export function TunnelAddresses({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const receiver = useApp((app) => app.receiver);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs text-muted">{t('receiver.steps.tunnel')}</p>
      <CopyLine text={localOrigin(receiver)} label={t('receiver.steps.copyTarget')} />
      <p className="text-xs text-muted">{t('receiver.steps.publicAddress')}</p>
      <CopyLine
        text={t('receiver.steps.addressPattern', { path: hook.path })}
        copy={hook.path}
        label={t('receiver.steps.copyPath')}
      />
    </div>
  );
}

interface CopyLineProps {
  /** Shown completely, wrapped if it is long. */
  readonly text: string;
  /** The text that the button copies. Default: the shown one. */
  readonly copy?: string;
  readonly label: string;
  readonly onCopied?: () => void;
}

/** An address in a box, with a button that copies it. */
function CopyLine({ text, copy = text, label, onCopied }: CopyLineProps) {
  return (
    <span className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-2.5">
      <code data-selectable className="min-w-0 flex-1 py-0.5 font-mono text-xs break-all">
        {text}
      </code>
      <CopyButton text={copy} label={label} onCopied={onCopied} />
    </span>
  );
}
