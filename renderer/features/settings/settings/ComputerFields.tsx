import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { SettingsDraft } from './settingsDraft.ts';

interface ComputerFieldsProps {
  readonly draft: SettingsDraft;
  readonly onChange: (change: Partial<SettingsDraft>) => void;
}

/** What the app does on this computer by itself. */
export function ComputerFields({ draft, onChange }: ComputerFieldsProps) {
  const t = useT();
  return (
    <>
      <Checkbox
        label={t('settings.startAtLogin')}
        hint={t('settings.startAtLoginHint')}
        checked={draft.startAtLogin}
        onCheckedChange={(startAtLogin) => onChange({ startAtLogin })}
      />
      <Checkbox
        label={t('settings.checkForUpdates')}
        hint={t('settings.checkForUpdatesHint')}
        checked={draft.checkForUpdates}
        onCheckedChange={(checkForUpdates) => onChange({ checkForUpdates })}
      />
    </>
  );
}
