import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { type AlertChannelId, channelCall } from '#shared/domain/alertChannels.ts';
import { ChannelForm } from './ChannelForm.tsx';
import { ChannelResult } from './ChannelResult.tsx';
import { ChannelSecret } from './ChannelSecret.tsx';
import { setChannel, signedOf } from './channelViews.ts';

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
