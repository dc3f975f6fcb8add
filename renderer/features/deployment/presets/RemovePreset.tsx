import { bridge } from '#renderer/bridge.ts';
import { RemoveSection } from '#renderer/components/RemoveSection.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { presetTitle } from './presetWords.ts';

interface RemovePresetProps {
  readonly preset: ExportPreset;
  readonly onRemoved: () => void;
}

/** Removes an own preset after saying what stays. */
export function RemovePreset({ preset, onRemoved }: RemovePresetProps) {
  const t = useT();
  const words = {
    button: t('presets.remove.button'),
    question: t('presets.remove.question', { name: presetTitle(preset, t) }),
    explained: t('presets.remove.explained'),
    keep: t('presets.remove.keep'),
    confirm: t('presets.remove.confirm'),
  };
  const remove = () => bridge().calls['presets:remove'](preset.id);
  return <RemoveSection words={words} remove={remove} onRemoved={onRemoved} />;
}
