import { bridge } from '#renderer/bridge.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SaveButtons } from '#renderer/components/SaveButtons.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { forgetHookTest } from './hookAddress.ts';
import { checkHook } from './hookDraft.ts';

/** The name and the path of a hook. */
export function HookForm({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const { id, name, path, enabled } = hook;
  const form = useForm({
    initial: { name, path },
    check: checkHook,
    send: (fields) => bridge().calls['hooks:update']({ id, enabled, ...fields }),
    problemsOf: inputProblems('name', 'path'),
    storedValues: (stored) => ({ name: stored.name, path: stored.path }),
    onStored: (stored) => {
      // The tested address led to the previous path.
      if (stored.path !== path) forgetHookTest(id);
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField
        label={t('receiver.hook.name')}
        hint={t('receiver.hook.nameHint')}
        error={errorText(form.problems.name)}
        value={form.values.name}
        onValueChange={(next) => form.change({ name: next })}
        maxLength={textLimits.name}
        required
      />
      <TextField
        label={t('receiver.hook.path')}
        hint={t(form.values.path === path ? 'receiver.hook.pathHint' : 'receiver.hook.pathMoves')}
        error={errorText(form.problems.path)}
        value={form.values.path}
        onValueChange={(next) => form.change({ path: next })}
        maxLength={textLimits.path}
        required
        monospace
      />
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <SaveButtons form={form} texts="receiver.hook" />
    </form>
  );
}
