import { BellOff } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { Menu, MenuItem } from '#renderer/components/Menu.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { alertChannels } from '#shared/domain/alertChannels.ts';
import { pauseSpans } from '#shared/domain/alertPause.ts';
import { SettingGroup, SettingRow } from '../preferences/SettingRow.tsx';
import { readAlertDays } from '../preferences/settingsDraft.ts';
import { type LiveSettings, useLiveSettings } from '../preferences/useLiveSettings.ts';
import { useTypedSetting } from '../preferences/useTypedSetting.ts';
import { AlertPreview } from './AlertPreview.tsx';
import { AuthoritySettings } from './AuthoritySettings.tsx';
import { setAlertsPaused } from './alertActions.ts';
import { ChannelSection } from './ChannelSection.tsx';
import { NotificationsPlace } from './NotificationsPlace.tsx';
import { PausedBanner } from './PausedBanner.tsx';
import { ThresholdMeaning, ThresholdSentence } from './ThresholdSettings.tsx';

const kinds = ['alertOnRenewal', 'alertOnDrift', 'alertOnOverdue', 'alertOnTrouble'] as const;

/** Whether, when and of what the user is notified, and when orders become expiring and critical. */
export function AlertsSection() {
  const t = useT();
  const locale = useLocale();
  const live = useLiveSettings();
  const { settings, change } = live;
  return (
    <>
      <PageHeading title={t('settings.sections.alerts')}>{t('settings.atOnce')}</PageHeading>
      <SettingGroup>
        <PauseRow live={live} />
      </SettingGroup>
      <AlertPreview key={locale} />
      <SettingGroup title={t('settings.thresholds')}>
        <ThresholdSentence live={live} level="warning" />
        <ThresholdSentence live={live} level="critical" />
        <ThresholdMeaning settings={settings} />
      </SettingGroup>
      <SettingGroup title={t('settings.reminders')}>
        <ReminderDays live={live} />
        {kinds.map((kind) => (
          <div key={kind} className="px-4 py-3">
            <Checkbox
              label={t(`settings.${kind}`)}
              hint={t(`settings.${kind}Hint`)}
              checked={settings[kind]}
              disabled={!settings.alerts}
              onCheckedChange={(isOn) => change({ [kind]: isOn }, `settings.${kind}`)}
            />
          </div>
        ))}
      </SettingGroup>
      <AuthoritySettings live={live} />
      {alertChannels.map(({ id }) => (
        <ChannelSection key={id} id={id} />
      ))}
    </>
  );
}

function PauseRow({ live: { settings, change } }: { readonly live: LiveSettings }) {
  const t = useT();
  const isPaused = useApp((app) => app.alertPause !== null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <Checkbox
          label={t('settings.alertsOn')}
          hint={t('settings.alertsOnHint')}
          checked={settings.alerts}
          onCheckedChange={(alerts) => change({ alerts }, 'settings.alertsOn')}
        />
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
      <div className="px-4 py-3">
        <Checkbox
          label={t('settings.notifications')}
          hint={t('settings.notificationsHint')}
          checked={settings.notifications}
          disabled={!settings.alerts}
          onCheckedChange={(notifications) => change({ notifications }, 'settings.notifications')}
        />
        {settings.alerts && settings.notifications && <NotificationsPlace />}
      </div>
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
