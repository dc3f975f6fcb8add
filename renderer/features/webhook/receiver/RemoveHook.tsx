import { bridge } from '#renderer/bridge.ts';
import { RemoveSection } from '#renderer/components/RemoveSection.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView } from '#shared/domain/receiver.ts';

interface RemoveHookProps {
  readonly hook: HookView;
  readonly onRemoved: () => void;
}

/** Removes a hook after saying what goes with it and what stays. */
export function RemoveHook({ hook, onRemoved }: RemoveHookProps) {
  const t = useT();
  const words = {
    button: t('receiver.remove.button'),
    question: t('receiver.remove.question', { name: hook.name }),
    explained: t('receiver.remove.explained'),
    keep: t('receiver.remove.keep'),
    confirm: t('receiver.remove.confirm'),
  };
  const remove = () => bridge().calls['hooks:remove'](hook.id);
  return <RemoveSection words={words} remove={remove} onRemoved={onRemoved} />;
}
