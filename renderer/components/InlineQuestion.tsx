import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { SignedChannelId } from '#shared/domain/alertChannels.ts';
import type { Result } from '#shared/result.ts';
import { Button } from './Button.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';

interface InlineQuestionProps {
  /** Where its texts are. */
  readonly texts:
    | `${'connections' | 'presets' | 'receiver' | `alertChannels.${SignedChannelId}`}.remove`
    | `alertChannels.${SignedChannelId}.secret.replace`;
  readonly question: string;
  readonly act: () => Promise<Result<unknown>>;
  /** Called once `act` has succeeded. */
  readonly onDone?: (() => void) | undefined;
  readonly onKeep: () => void;
}

/** Asks within a form before something is lost. What keeps it has the focus. */
export function InlineQuestion({ texts, question, act, onDone, onKeep }: InlineQuestionProps) {
  const t = useT();
  const shown = useShownOnMount<HTMLElement>();
  const action = useAction(act);
  return (
    <section ref={shown} className="flex flex-col gap-3 rounded-lg bg-danger-soft p-3">
      <div>
        <p className="text-sm font-medium break-words">{question}</p>
        <p className="text-xs">{t(`${texts}.explained`)}</p>
      </div>
      {action.error !== null && <ErrorBanner reveal error={action.error} />}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          {t(`${texts}.keep`)}
        </Button>
        <Button
          variant="danger"
          busy={action.busy}
          onClick={() =>
            void action.run().then((result) => {
              if (result.ok) onDone?.();
            })
          }
        >
          {t(`${texts}.confirm`)}
        </Button>
      </div>
    </section>
  );
}
