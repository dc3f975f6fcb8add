import { Copy } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { InlineQuestion } from '#renderer/components/InlineQuestion.tsx';
import { SecretForm } from '#renderer/components/SecretForm.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { channelCall, type SignedChannelId, type SigningView } from '#shared/domain/alertChannels.ts';

interface ChannelSecretProps {
  readonly id: SignedChannelId;
  readonly view: SigningView;
}

/** Where the secret is, and how to replace it. The secret itself is never shown. */
export function ChannelSecret({ id, view: { secret, canCopySecret } }: ChannelSecretProps) {
  const t = useT();
  const [isEntering, setEntering] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copy = useAction(() => bridge().calls[channelCall('copy', id, 'Secret')](null));
  const replace = () => bridge().calls[channelCall('replace', id, 'Secret')](null);
  const make = useAction(replace);
  const failure = copy.error ?? make.error;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h4 className="text-sm font-medium">{t(`alertChannels.${id}.secret.title`)}</h4>
          <p className="text-xs text-muted">{t(`receiver.secret.state.${secret.kind}`)}</p>
        </div>
        {!isEntering && !isAsking && (
          <span className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={() => setEntering(true)}>
              {t(`alertChannels.${id}.secret.enter`)}
            </Button>
            <Button
              busy={make.busy}
              onClick={() => (secret.kind === 'absent' ? void make.run() : setAsking(true))}
            >
              {t(`alertChannels.${id}.secret.make`)}
            </Button>
          </span>
        )}
      </div>
      {isAsking && (
        <InlineQuestion
          texts={`alertChannels.${id}.secret.replace`}
          question={t(`alertChannels.${id}.secret.replace.question`)}
          act={replace}
          onDone={() => setAsking(false)}
          onKeep={() => setAsking(false)}
        />
      )}
      {secret.kind === 'unreadable' && <ErrorBanner error={secret.error} />}
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
      {isEntering && (
        <SecretForm
          label={t(`alertChannels.${id}.secret.label`)}
          hint={t(`alertChannels.${id}.secret.hint`)}
          saveLabel={t(`alertChannels.${id}.secret.save`)}
          store={(text) => bridge().calls[channelCall('replace', id, 'Secret')](text)}
          onEnd={() => setEntering(false)}
        >
          {(input) => <TokenInput {...input} />}
        </SecretForm>
      )}
      {failure !== null && <ErrorBanner reveal error={failure} />}
    </section>
  );
}
