import { useT } from '#renderer/hooks/useT.ts';
import type { UnsavedGuard } from '#renderer/hooks/useUnsaved.ts';
import { Button } from './Button.tsx';

/** Asks whether unsaved values are dropped: the foot of a dialog or a page that is about to close. */
export function UnsavedQuestion({ guard }: { readonly guard: UnsavedGuard }) {
  const t = useT();
  return (
    <>
      <p role="alert" className="mr-auto text-sm">
        {t('common.unsaved.question')}
      </p>
      <Button autoFocus onClick={guard.stay}>
        {t('common.unsaved.stay')}
      </Button>
      <Button variant="danger" onClick={guard.drop}>
        {t('common.unsaved.drop')}
      </Button>
    </>
  );
}
