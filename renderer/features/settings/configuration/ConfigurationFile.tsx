import { useId } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { FoldedSetting, SettingGroup } from '../preferences/SettingRow.tsx';
import { openConfiguration, saveConfiguration } from './configurationActions.ts';

/** Saves the configuration as a file, and opens one to import it. Few need that, so it is folded. */
export function ConfigurationFile() {
  const t = useT();
  const titleId = useId();
  const saving = useAction(saveConfiguration);
  return (
    <SettingGroup>
      <FoldedSetting title={t('settings.advanced')}>
        <section aria-labelledby={titleId} className="flex flex-col gap-3 px-4 pt-1 pb-3">
          <div>
            <h3 id={titleId} className="text-sm">
              {t('configuration.title')}
            </h3>
            <p className="text-xs text-muted">{t('configuration.text')}</p>
          </div>
          <div className="flex flex-wrap items-start gap-2">
            <Button busy={saving.busy} onClick={() => void saving.run()}>
              {t('configuration.export')}
            </Button>
            <OpenConfiguration />
          </div>
          {saving.error !== null && <ErrorBanner reveal error={saving.error} />}
        </section>
      </FoldedSetting>
    </SettingGroup>
  );
}

/** The button that opens a configuration file and shows what it would change, with the reason if it can't be read. */
export function OpenConfiguration() {
  const t = useT();
  const opening = useAction(openConfiguration);
  return (
    <>
      <Button busy={opening.busy} onClick={() => void opening.run()}>
        {t('configuration.import')}
      </Button>
      {opening.error !== null && (
        <div className="w-full">
          <ErrorBanner reveal error={opening.error} />
        </div>
      )}
    </>
  );
}
