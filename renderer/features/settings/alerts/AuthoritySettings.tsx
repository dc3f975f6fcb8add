import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { SettingRow } from '../preferences/SettingRow.tsx';
import { readDirectory } from '../preferences/settingsDraft.ts';
import type { LiveSettings } from '../preferences/useLiveSettings.ts';
import { useTypedSetting } from '../preferences/useTypedSetting.ts';

/** What certificate authorities are asked about the certificates, and what they learn by that. */
export function AuthoritySettings({ live: { settings, change } }: { readonly live: LiveSettings }) {
  const t = useT();
  const { input, error } = useTypedSetting(settings.acmeDirectory ?? '', readDirectory, (next) =>
    change(next, 'settings.authority.directory'),
  );
  return (
    <>
      <p className="px-4 pt-1 pb-2 text-sm text-muted">{t('settings.authority.about')}</p>
      <div className="px-4 py-3">
        <Checkbox
          label={t('settings.authority.revocation')}
          hint={t('settings.authority.revocationHint')}
          checked={settings.checkRevocation}
          onCheckedChange={(checkRevocation) => change({ checkRevocation }, 'settings.authority.revocation')}
        />
      </div>
      <div className="px-4 py-3">
        <Checkbox
          label={t('settings.authority.renewalInfo')}
          hint={t('settings.authority.renewalInfoHint')}
          checked={settings.checkRenewalInfo}
          onCheckedChange={(checkRenewalInfo) =>
            change({ checkRenewalInfo }, 'settings.authority.renewalInfo')
          }
        />
      </div>
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
