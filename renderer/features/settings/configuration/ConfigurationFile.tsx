import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SettingGroup } from '#renderer/features/settings/preferences/SettingRow.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { saveConfiguration } from './configurationActions.ts';
import { OpenConfiguration } from './OpenConfiguration.tsx';

/** Saves the configuration as a file, and opens one to import it. */
export function ConfigurationFile() {
  const t = useT();
  const saving = useAction(saveConfiguration);
  return (
    <SettingGroup title={t('configuration.title')}>
      <div className="flex flex-col gap-3 px-4 py-3">
        <p className="text-sm text-muted">{t('configuration.text')}</p>
        <div className="flex flex-wrap items-start gap-2">
          <Button busy={saving.busy} onClick={() => void saving.run()}>
            {t('configuration.export')}
          </Button>
          <OpenConfiguration />
        </div>
        {saving.error !== null && <ErrorBanner reveal error={saving.error} />}
      </div>
    </SettingGroup>
  );
}
