import { BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { showFailure } from '#renderer/stores/toastStore.ts';
import type { AlertWords } from '#shared/ipc/answers.ts';

/** What a notification looks like: drawn here with its real words, and shown by the system on request. */
export function AlertPreview() {
  const t = useT();
  const [words, setWords] = useState<AlertWords | null>(null);
  useEffect(() => {
    let isShown = true;
    void bridge()
      .calls['alerts:example'](false)
      .then((result) => {
        if (isShown && result.ok) setWords(result.value);
      });
    return () => {
      isShown = false;
    };
  }, []);
  const show = async () => {
    const result = await bridge().calls['alerts:example'](true);
    if (result.ok) setWords(result.value);
    else showFailure(t('settings.preview.failed'), result.error);
  };
  return (
    <section className="flex max-w-180 flex-wrap items-center gap-4 rounded-lg bg-sunken p-4">
      <div
        role="img"
        aria-label={t('settings.preview.label', { title: words?.title ?? '', body: words?.body ?? '' })}
        className="flex min-h-17 w-90 max-w-full items-start gap-3 rounded-lg bg-raised px-3 py-2.5 shadow-pop"
      >
        <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent text-on-accent">
          <BellRing size={16} aria-hidden />
        </span>
        <span className="flex min-w-0 flex-col">
          <span className="text-2xs text-muted">{t('common.appName')}</span>
          <span className="text-sm font-semibold wrap-anywhere">{words?.title}</span>
          <span className="text-xs text-muted">{words?.body}</span>
        </span>
      </div>
      <Button onClick={() => void show()}>{t('settings.preview.show')}</Button>
    </section>
  );
}
