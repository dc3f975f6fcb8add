import { Button } from '#renderer/components/Button.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';

interface NewPathProps {
  /** `null` for a random one. */
  readonly path: string | null;
  readonly error: string | null;
  readonly onChange: (path: string | null) => void;
}

/** The path of a new hook: random, unless the person wants one of their own. */
export function NewPath({ path, error, onChange }: NewPathProps) {
  const t = useT();
  if (path === null)
    return (
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-muted">{t('receiver.hook.pathRandom')}</p>
        <Button size="sm" variant="ghost" onClick={() => onChange('')}>
          {t('receiver.hook.pathOwn')}
        </Button>
      </div>
    );
  return (
    <FormField label={t('receiver.hook.path')} hint={t('receiver.hook.pathHint')} error={error}>
      {(field) => (
        <span className="flex gap-2">
          <TextField {...field} autoFocus value={path} onValueChange={onChange} maxLength={1000} monospace />
          <Button variant="ghost" onClick={() => onChange(null)}>
            {t('receiver.hook.pathMakeRandom')}
          </Button>
        </span>
      )}
    </FormField>
  );
}
