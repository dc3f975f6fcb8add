import { Download, RefreshCw, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { CopyLine } from '#renderer/components/CopyButton.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { Progress } from '#renderer/components/Progress.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { assertNever } from '#shared/assertNever.ts';
import { STALE_FEED_DAYS, type UpdateView } from '#shared/domain/update.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { SettingPlaces } from '../preferences/changeSettings.ts';
import { useLiveSettings } from '../preferences/useLiveSettings.ts';
import { offerWords } from './UpdateBanner.tsx';

/** The settings of this section with the names that it shows. */
export const updatePlaces = { checkForUpdates: 'settings.checkForUpdates' } as const satisfies SettingPlaces;

/** Whether there is a newer version, and the next step towards it. */
export function UpdateSection() {
  const t = useT();
  const update = useApp((projection) => projection.update);
  const { settings, change } = useLiveSettings();
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <SectionTitle>{t('help.update.title')}</SectionTitle>
      <UpdateState update={update} />
      {update.kind !== 'noFeed' && (
        <Checkbox
          label={t('settings.checkForUpdates')}
          hint={t('settings.checkForUpdatesHint')}
          checked={settings.checkForUpdates}
          onCheckedChange={(checkForUpdates) => change({ checkForUpdates }, 'settings.checkForUpdates')}
        />
      )}
    </section>
  );
}

/** Main asks before it installs. */
function InstallButton() {
  const t = useT();
  const install = useAction(() => bridge().calls['update:install'](null));
  return (
    <>
      <Button
        variant="primary"
        icon={RotateCw}
        className="self-start"
        busy={install.busy}
        onClick={() => void install.run()}
      >
        {t('help.update.install')}
      </Button>
      {install.error !== null && <ErrorBanner reveal error={install.error} />}
    </>
  );
}

function UpdateState({ update }: { readonly update: UpdateView }): ReactNode {
  const t = useT();
  const locale = useLocale();
  const { calls } = bridge();
  const download = () => void calls['update:download'](null);
  switch (update.kind) {
    case 'noFeed':
      return <p className="text-xs text-muted">{t('help.update.noFeed')}</p>;
    case 'idle':
    case 'checking':
    case 'none':
      return (
        <>
          <p role="status" className="text-sm">
            {update.kind === 'none'
              ? t('help.update.none', { date: formatDateTime(update.checkedAt, locale, 'local') })
              : t(`help.update.${update.kind}`)}
          </p>
          {update.kind === 'none' && <FeedAge signedAt={update.signedAt} />}
          <CheckButton busy={update.kind === 'checking'} />
        </>
      );
    case 'available':
      return (
        <>
          <p role="status" className="text-sm font-medium">
            {offerWords(update.offer, t, locale)}
          </p>
          {update.offer.isRequired && <Banner tone="warning" title={t('help.update.required')} />}
          <FeedAge signedAt={update.offer.signedAt} />
          {update.offer.notes !== null && (
            <PlainText label={t('help.update.notes')} text={update.offer.notes} />
          )}
          {update.canInstall ? (
            <Button variant="primary" icon={Download} className="self-start" onClick={download}>
              {t('help.update.download')}
            </Button>
          ) : (
            <ByHand command={update.command} isSigned={update.offer.signedAt !== null} />
          )}
        </>
      );
    case 'downloading': {
      const { version } = update.offer;
      return (
        <>
          <p className="tabular text-sm">
            {t('help.update.downloading', { version, percent: update.percent })}
          </p>
          <Progress value={update.percent} max={100} label={t('help.update.progress')} />
        </>
      );
    }
    case 'ready':
      return (
        <>
          <p role="status" className="text-sm font-medium">
            {t('help.update.ready', { version: update.offer.version })}
          </p>
          <p className="text-xs text-muted">{t('help.update.readyText')}</p>
          <InstallButton />
        </>
      );
    case 'failed': {
      const { offer, problem } = update;
      const title =
        offer === null
          ? t('help.update.failed')
          : t('help.update.downloadFailed', { version: offer.version });
      return (
        <>
          <Banner tone="warning" title={title}>
            {t(`help.update.problem.${problem}`)}
          </Banner>
          {offer === null ? (
            <CheckButton busy={false} />
          ) : (
            <Button icon={Download} className="self-start" onClick={download}>
              {t('common.tryAgain')}
            </Button>
          )}
        </>
      );
    }
    default:
      return assertNever(update);
  }
}

/** How the user installs the new version. @param command for a package of a distribution */
function ByHand({ command, isSigned }: { readonly command: string | null; readonly isSigned: boolean }) {
  const t = useT();
  if (!isSigned) return <p className="text-xs text-muted">{t('help.update.unsigned')}</p>;
  if (command === null) return <p className="text-xs text-muted">{t('help.update.byHand')}</p>;
  return (
    <>
      <p className="text-xs text-muted">{t('help.update.byPackage')}</p>
      <CopyLine text={command} label={t('help.update.command')} />
    </>
  );
}

function CheckButton({ busy }: { readonly busy: boolean }) {
  const t = useT();
  return (
    <Button
      icon={RefreshCw}
      busy={busy}
      className="self-start"
      onClick={() => void bridge().calls['update:check'](null)}
    >
      {t('help.update.check')}
    </Button>
  );
}

const DAY_MS = 86_400_000;

/** How old the feed is. @param signedAt Unix ms; `null` if this build cannot check it */
function FeedAge({ signedAt }: { readonly signedAt: number | null }) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  if (signedAt === null) return <p className="text-xs text-muted">{t('help.update.age.noKey')}</p>;
  const days = Math.floor((now - signedAt) / DAY_MS);
  // Clocks differ by some hours.
  if (days < -1) {
    const date = formatDateTime(signedAt, locale, 'local');
    return <Banner tone="warning" title={t('help.update.age.ahead', { date })} />;
  }
  if (days >= STALE_FEED_DAYS)
    return <Banner tone="warning" title={t('help.update.age.stale', { count: days })} />;
  return (
    <p className="text-xs text-muted">
      {days < 1 ? t('help.update.age.today') : t('help.update.age.days', { count: days })}
    </p>
  );
}
