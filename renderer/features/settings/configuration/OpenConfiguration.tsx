import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { openConfiguration } from './configurationActions.ts';

/** The button that opens a configuration file and shows what it would change, with the reason if it can't be read. */
export function OpenConfiguration() {
  const t = useT();
  const opening = useAction(openConfiguration);
  return (
    <>
      <Button busy={opening.busy} onClick={() => void opening.run()}>
        {t('configuration.import')}
      </Button>
      {opening.error !== null && (
        <div className="w-full">
          <ErrorBanner reveal error={opening.error} />
        </div>
      )}
    </>
  );
}
