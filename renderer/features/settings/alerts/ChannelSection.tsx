import { Copy } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { SecretSlot } from '#renderer/components/SecretSlot.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import {
  type AlertChannelId,
  channelCall,
  type SignedChannelId,
  type SigningView,
} from '#shared/domain/alertChannels.ts';
import { ChannelForm } from './ChannelForm.tsx';
import { ChannelResult } from './ChannelResult.tsx';
import { setChannel, signedOf } from './channelDraft.ts';

/** A channel for alerts: its settings, its secret, and what became of its events. Main asks the user to confirm it in a native box. */
export function ChannelSection({ id }: { readonly id: AlertChannelId }) {
  const t = useT();
  const view = useApp((app) => app.alertChannels[id]) ?? null;
  const signed = signedOf(id, view);
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-3">
      <p className="text-sm text-muted">{t(`alertChannels.${id}.about`)}</p>
      {signed?.view.isGone === true && <GoneBanner {...signed} />}
      <ChannelForm id={id} view={view} />
      {signed !== null && <ChannelSecret {...signed} />}
      {view !== null && <ChannelResult id={id} view={view} />}
      {signed !== null && (
        <RemoveSection
          texts={`alertChannels.${signed.id}.remove`}
          question={t(`alertChannels.${signed.id}.remove.question`)}
          remove={() => bridge().calls[channelCall('remove', signed.id)](null)}
        />
      )}
    </div>
  );
}

function GoneBanner({ id, view }: NonNullable<ReturnType<typeof signedOf>>) {
  const t = useT();
  const turnOn = useAction(() => setChannel(id, view));
  return (
    <>
      <Banner
        tone="warning"
        title={t(`alertChannels.${id}.gone`)}
        actions={
          <Button size="sm" busy={turnOn.busy} onClick={() => void turnOn.run()}>
            {t(`alertChannels.${id}.turnOn`)}
          </Button>
        }
      >
        {t(`alertChannels.${id}.goneText`)}
      </Banner>
      {turnOn.error !== null && <ErrorBanner reveal error={turnOn.error} />}
    </>
  );
}

interface ChannelSecretProps {
  readonly id: SignedChannelId;
  readonly view: SigningView;
}

/** The secret that signs the events of a channel: another one is entered or generated, and a generated one copied. */
function ChannelSecret({ id, view: { secret, canCopySecret } }: ChannelSecretProps) {
  const t = useT();
  const copy = useAction(() => bridge().calls[channelCall('copy', id, 'Secret')](null));
  /** @param text `null`: main generates one */
  const replace = (text: string | null) => bridge().calls[channelCall('replace', id, 'Secret')](text);
  const make = useAction(() => replace(null));
  const failure = copy.error ?? make.error;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <SecretSlot
        title={<h4 className="text-sm font-medium">{t(`alertChannels.${id}.secret.title`)}</h4>}
        where={t(`receiver.secret.state.${secret.kind}`)}
        state={secret}
        actions={({ ask, enter }) => (
          <>
            <Button variant="ghost" onClick={enter}>
              {t(`alertChannels.${id}.secret.enter`)}
            </Button>
            <Button busy={make.busy} onClick={() => (secret.kind === 'absent' ? void make.run() : ask())}>
              {t(`alertChannels.${id}.secret.make`)}
            </Button>
          </>
        )}
        question={{
          question: t(`alertChannels.${id}.secret.replace.question`),
          explained: t(`alertChannels.${id}.secret.replace.explained`),
          keep: t(`alertChannels.${id}.secret.replace.keep`),
          confirm: t(`alertChannels.${id}.secret.replace.confirm`),
          act: () => replace(null),
        }}
        form={{
          label: t(`alertChannels.${id}.secret.label`),
          hint: t(`alertChannels.${id}.secret.hint`),
          saveLabel: t(`alertChannels.${id}.secret.save`),
          store: replace,
          input: (input) => <TokenInput {...input} />,
        }}
      />
      {canCopySecret && (
        <div className="flex flex-wrap items-center gap-2 rounded-lg bg-amber-soft px-3 py-2">
          <p role="status" className="min-w-50 flex-1 text-xs">
            {t(`alertChannels.${id}.secret.made`)}
          </p>
          <Button size="sm" icon={Copy} busy={copy.busy} onClick={() => void copy.run()}>
            {t(`alertChannels.${id}.secret.copy`)}
          </Button>
        </div>
      )}
      {failure !== null && <ErrorBanner reveal error={failure} />}
    </section>
  );
}
