import type { ReactNode } from 'react';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { localOrigin, publicAddress, usePublicUrl } from './hookAddress.ts';

/** How to point the service here, in four lines. */
export function PointingSteps({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const receiver = useApp((app) => app.receiver);
  const publicUrl = publicAddress(usePublicUrl(hook.id));
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <SectionTitle>{t('receiver.steps.title')}</SectionTitle>
      <ol className="flex flex-col gap-2">
        <Step number={1}>{t('receiver.steps.secret')}</Step>
        <Step number={2}>
          {t('receiver.steps.tunnel')}
          <CopyLine text={localOrigin(receiver)} label={t('receiver.steps.copyTarget')} />
        </Step>
        <Step number={3}>
          {t('receiver.steps.address')}
          {publicUrl === null ? (
            <CopyLine
              text={t('receiver.steps.addressPattern', { path: hook.path })}
              copy={hook.path}
              label={t('receiver.steps.copyPath')}
            />
          ) : (
            <CopyLine text={publicUrl} label={t('receiver.steps.copyAddress')} />
          )}
        </Step>
        <Step number={4}>{t('receiver.steps.test')}</Step>
      </ol>
    </section>
  );
}

function Step({ number, children }: { readonly number: number; readonly children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span
        aria-hidden
        className="mt-px flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-2xs font-semibold text-accent-ink"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">{children}</div>
    </li>
  );
}

/** The address to give to the service: the public one once it was tested, until then the local one. */
export function HookAddress({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const receiver = useApp((app) => app.receiver);
  const publicUrl = publicAddress(usePublicUrl(hook.id));
  return (
    <section className="flex flex-col gap-1.5">
      <SectionTitle>{t('receiver.hook.address')}</SectionTitle>
      <CopyLine
        text={publicUrl ?? localOrigin(receiver) + hook.path}
        label={t('receiver.steps.copyAddress')}
      />
      <p className="text-xs text-muted">
        {t(publicUrl === null ? 'receiver.hook.addressLocal' : 'receiver.hook.addressPublic')}
      </p>
    </section>
  );
}

interface CopyLineProps {
  /** Shown completely, wrapped if it is long. */
  readonly text: string;
  /** The text that the button copies. Default: the shown one. */
  readonly copy?: string;
  readonly label: string;
}

/** An address in a box, with a button that copies it. */
function CopyLine({ text, copy = text, label }: CopyLineProps) {
  return (
    <span className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-2.5">
      <code data-selectable className="min-w-0 flex-1 py-0.5 font-mono text-xs break-all">
        {text}
      </code>
      <CopyButton text={copy} label={label} />
    </span>
  );
}
