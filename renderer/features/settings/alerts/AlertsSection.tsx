import { BellOff } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { Menu, MenuItem } from '#renderer/components/Menu.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { told } from '#renderer/stores/toastStore.ts';
import { alertChannels } from '#shared/domain/alertChannels.ts';
import { pauseSpans } from '#shared/domain/alertPause.ts';
import { FoldedSetting, SettingGroup, SettingRow, SettingSwitch } from '../preferences/SettingRow.tsx';
import { readAlertDays, readDirectory } from '../preferences/settingsDraft.ts';
import { type LiveSettings, useLiveSettings } from '../preferences/useLiveSettings.ts';
import { useTypedSetting } from '../preferences/useTypedSetting.ts';
import { setAlertsPaused } from './alertActions.ts';
import { isNotificationsShown } from './alertPlaces.ts';
import { ChannelSection } from './ChannelSection.tsx';
import { signedOf } from './channelDraft.ts';
import { PausedBanner } from './PausedBanner.tsx';
import { ThresholdMeaning, ThresholdSentence } from './ThresholdSettings.tsx';

const kinds = ['alertOnRenewal', 'alertOnDrift', 'alertOnOverdue', 'alertOnTrouble'] as const;

/** Whether, when and of what the user is notified, and when orders become expiring and critical. On one screen: what few need is folded. */
export function AlertsSection() {
  const t = useT();
  const live = useLiveSettings();
  const { settings, change } = live;
  const channels = useApp((app) => app.alertChannels);
  const hasNotificationsRow = useApp(isNotificationsShown);
  const stateOf = (isOn: boolean) => t(isOn ? 'settings.isOn' : 'settings.isOff');
  return (
    <div className="flex flex-col gap-4">
      <PageHeading title={t('settings.sections.alerts')}>{t('settings.atOnce')}</PageHeading>
      <SettingGroup>
        <PauseRow live={live} />
        {/* A choice only where a command or a webhook gets alerts, too. */}
        {hasNotificationsRow && (
          <SettingSwitch
            live={live}
            name="notifications"
            label="settings.notifications"
            disabled={!settings.alerts}
          />
        )}
      </SettingGroup>
      <SettingGroup title={t('settings.thresholds')}>
        <ThresholdSentence live={live} level="warning" />
        <ThresholdSentence live={live} level="critical" />
        <FoldedSetting title={t('settings.meaning')}>
          <ThresholdMeaning settings={settings} />
        </FoldedSetting>
      </SettingGroup>
      <SettingGroup title={t('settings.reminders')}>
        <ReminderDays live={live} />
        <div className="grid gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-2">
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`settings.${kind}`)}
              tip={t(`settings.${kind}Hint`)}
              checked={settings[kind]}
              disabled={!settings.alerts}
              onCheckedChange={(isOn) => change({ [kind]: isOn }, `settings.${kind}`)}
            />
          ))}
        </div>
      </SettingGroup>
      <SettingGroup>
        <FoldedSetting
          title={t('settings.authority.title')}
          state={stateOf(settings.checkRevocation || settings.checkRenewalInfo)}
        >
          <AuthoritySettings live={live} />
        </FoldedSetting>
        {alertChannels.map(({ id }) => (
          <FoldedSetting
            key={id}
            title={t(`alertChannels.${id}.title`)}
            state={stateOf(channels[id] != null)}
            isUrgent={signedOf(id, channels[id] ?? null)?.view.isGone === true}
          >
            <ChannelSection id={id} />
          </FoldedSetting>
        ))}
      </SettingGroup>
    </div>
  );
}

function PauseRow({ live: { settings, change } }: { readonly live: LiveSettings }) {
  const t = useT();
  const isPaused = useApp((app) => app.alertPause !== null);
  const test = () => told(bridge().calls['alerts:example'](null), 'settings.preview.failed');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 px-4 py-3">
        <span className="min-w-52 flex-1">
          <Checkbox
            label={t('settings.alertsOn')}
            checked={settings.alerts}
            onCheckedChange={(alerts) => change({ alerts }, 'settings.alertsOn')}
          />
          {settings.alerts && settings.notifications && <NotificationsPlace />}
        </span>
        <Button variant="ghost" onClick={() => void test()}>
          {t('settings.preview.show')}
        </Button>
        {!isPaused && (
          <Menu
            trigger={
              <Button icon={BellOff} disabled={!settings.alerts}>
                {t('settings.pause.action')}
              </Button>
            }
          >
            {pauseSpans.map((span) => (
              <MenuItem key={span} icon={BellOff} onSelect={() => void setAlertsPaused(span)}>
                {t(`settings.pause.span.${span}`)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {isPaused && (
        <div className="p-2">
          <PausedBanner />
        </div>
      )}
    </>
  );
}

function ReminderDays({ live: { settings, change } }: { readonly live: LiveSettings }) {
  const t = useT();
  const { input, error } = useTypedSetting(settings.alertDays.join(', '), readAlertDays, (next) =>
    change(next, 'settings.alertDays'),
  );
  return (
    <SettingRow label={t('settings.alertDays')} hint={t('settings.alertDaysHint')} error={error}>
      {(field) => (
        <span className="w-52">
          <TextField {...field} {...input} disabled={!settings.alerts && error === null} />
        </span>
      )}
    </SettingRow>
  );
}

/** Where notifications go, and how many wait. Nothing where the system does not say it. */
export function NotificationsPlace() {
  const t = useT();
  const { state, waiting } = useApp((app) => app.notifications);
  const isKnown = state.kind !== 'system' && state.kind !== 'unknown';
  if (!isKnown && waiting === 0) return null;
  return (
    <p role="status" className="pl-6 text-xs text-muted">
      {isKnown &&
        t(`settings.notificationsGo.${state.kind}`, { program: state.kind === 'shown' ? state.by : '' })}
      {waiting > 0 && <> {t('settings.notificationsGo.waiting', { count: waiting })}</>}
    </p>
  );
}

/** What certificate authorities are asked about the certificates, and what they learn by that. */
function AuthoritySettings({ live }: { readonly live: LiveSettings }) {
  const t = useT();
  const { settings, change } = live;
  const { input, error } = useTypedSetting(settings.acmeDirectory ?? '', readDirectory, (next) =>
    change(next, 'settings.authority.directory'),
  );
  return (
    <>
      <p className="px-4 pt-1 pb-2 text-sm text-muted">{t('settings.authority.about')}</p>
      <SettingSwitch live={live} name="checkRevocation" label="settings.authority.revocation" />
      <SettingSwitch live={live} name="checkRenewalInfo" label="settings.authority.renewalInfo" />
      {settings.checkRenewalInfo && (
        <SettingRow
          label={t('settings.authority.directory')}
          hint={t('settings.authority.directoryHint')}
          error={error}
        >
          {(field) => (
            <span className="w-80 max-w-full">
              <TextField {...field} {...input} />
            </span>
          )}
        </SettingRow>
      )}
    </>
  );
}
