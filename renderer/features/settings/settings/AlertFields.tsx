import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { setAlertsPaused } from '../alerts/alertActions.ts';
import type { NumberProblem, SettingsDraft } from './settingsDraft.ts';
import { useProblemText } from './useProblemText.ts';

interface AlertFieldsProps {
  readonly draft: SettingsDraft;
  readonly problem: NumberProblem | undefined;
  readonly onChange: (change: Partial<SettingsDraft>) => void;
}

const kinds = ['alertOnRenewal', 'alertOnDrift', 'alertOnOverdue', 'alertOnTrouble'] as const;

/** Whether, when and of what the system notifies. */
export function AlertFields({ draft, problem, onChange }: AlertFieldsProps) {
  const t = useT();
  const problemText = useProblemText();
  const isPaused = useApp((app) => app.alertsPausedSince !== null);
  return (
    <>
      <Checkbox
        label={t('settings.alertsOn')}
        checked={draft.alerts}
        onCheckedChange={(alerts) => onChange({ alerts })}
      />
      <div className="flex flex-col gap-3 pl-6">
        <TextField
          label={t('settings.alertDays')}
          hint={t('settings.alertDaysHint')}
          error={problemText(problem)}
          className="max-w-60"
          disabled={!draft.alerts && problem === undefined}
          value={draft.alertDays}
          onValueChange={(alertDays) => onChange({ alertDays })}
        />
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`settings.${kind}`)}
            hint={kind === 'alertOnRenewal' ? undefined : t(`settings.${kind}Hint`)}
            checked={draft[kind]}
            disabled={!draft.alerts}
            onCheckedChange={(isOn) => onChange({ [kind]: isOn })}
          />
        ))}
      </div>
      <div className="flex items-center justify-between gap-4">
        <p className="text-xs text-muted">
          {isPaused ? t('settings.alertsPaused') : t('settings.alertsPauseHint')}
        </p>
        <Button size="sm" onClick={() => void setAlertsPaused(!isPaused)}>
          {isPaused ? t('settings.resumeAlerts') : t('settings.pauseAlerts')}
        </Button>
      </div>
    </>
  );
}
