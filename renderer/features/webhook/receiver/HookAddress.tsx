import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { CopyLine } from './CopyLine.tsx';
import { localOrigin, publicAddress } from './hookAddress.ts';
import { usePublicUrl } from './publicUrls.ts';

/** The address to give to the service: the public one once it was tested, before that the one of this computer. */
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
