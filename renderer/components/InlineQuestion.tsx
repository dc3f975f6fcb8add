import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { SignedChannelId } from '#shared/domain/alertChannels.ts';
import type { Result } from '#shared/result.ts';
import { Button } from './Button.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';

interface InlineQuestionProps {
  readonly question: string;
  /** What is lost. */
  readonly explained?: string;
  /** The button that keeps it. Default: Cancel. */
  readonly keep?: string;
  readonly confirm: string;
  readonly act: () => Promise<Result<unknown>>;
  /** Called once `act` has succeeded. */
  readonly onDone?: (() => void) | undefined;
  readonly onKeep: () => void;
}

/** What a question says and does, without what follows. */
export type Question = Omit<InlineQuestionProps, 'onDone' | 'onKeep'>;

/** Asks within a form before something is lost. What keeps it has the focus. */
export function InlineQuestion(props: InlineQuestionProps) {
  const { question, explained, keep, confirm, act, onDone, onKeep } = props;
  const t = useT();
  const shown = useShownOnMount<HTMLElement>();
  const action = useAction(act);
  return (
    <section ref={shown} className="flex flex-col gap-3 rounded-lg bg-danger-soft p-3">
      <div>
        <p className="text-sm font-medium break-words">{question}</p>
        {explained !== undefined && <p className="text-xs">{explained}</p>}
      </div>
      {action.error !== null && <ErrorBanner reveal error={action.error} />}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          {keep ?? t('common.cancel')}
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
          {confirm}
        </Button>
      </div>
    </section>
  );
}

interface RemoveSectionProps {
  /** Where its texts are. */
  readonly texts: `${'connections' | 'presets' | 'receiver' | `alertChannels.${SignedChannelId}`}.remove`;
  readonly question: string;
  readonly remove: () => Promise<Result<unknown>>;
  readonly onRemoved?: () => void;
}

/** The end of a form: removes what it is about, after a question. */
export function RemoveSection({ texts, question, remove, onRemoved }: RemoveSectionProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  if (isAsking)
    return (
      <InlineQuestion
        question={question}
        explained={t(`${texts}.explained`)}
        keep={t(`${texts}.keep`)}
        confirm={t(`${texts}.confirm`)}
        act={remove}
        onDone={onRemoved}
        onKeep={() => setAsking(false)}
      />
    );
  return (
    <div className="border-t border-line pt-4">
      <Button variant="ghost" icon={Trash2} className="text-danger!" onClick={() => setAsking(true)}>
        {t(`${texts}.button`)}
      </Button>
    </div>
  );
}
