import { RadioGroup } from '#renderer/components/RadioGroup.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { type PresetSwitching, presetSwitchings } from '#shared/domain/preset.ts';

interface SwitchingFieldProps {
  readonly value: PresetSwitching;
  readonly onChange: (switching: PresetSwitching) => void;
}

/** How new files take the place of former ones: plain files, or links where the system lets everybody make them. */
export function SwitchingField({ value, onChange }: SwitchingFieldProps) {
  const t = useT();
  const isWindows = useApp(({ app }) => app.platform === 'win32');
  return (
    <RadioGroup
      legend={t('presets.field.switching')}
      layout="row"
      value={value}
      options={presetSwitchings.map((each) => {
        const disabled = isWindows && each === 'link';
        const hint = t(disabled ? 'presets.switchingHint.notHere' : `presets.switchingHint.${each}`);
        return { value: each, label: t(`presets.switching.${each}`), hint, disabled };
      })}
      onValueChange={onChange}
    />
  );
}
