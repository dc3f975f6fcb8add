import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import type { Result } from '#shared/result.ts';
import { Button } from './Button.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';

interface RemoveWords {
  readonly button: string;
  readonly question: string;
  /** What is removed with it, and what stays. */
  readonly explained: string;
  readonly keep: string;
  readonly confirm: string;
}

interface RemoveSectionProps {
  readonly words: RemoveWords;
  readonly remove: () => Promise<Result<unknown>>;
  readonly onRemoved: () => void;
}

/** The end of a form: removes what it is about, after a question. */
export function RemoveSection(props: RemoveSectionProps) {
  const [asking, setAsking] = useState(false);
  if (asking) return <Question {...props} onKeep={() => setAsking(false)} />;
  return (
    <div className="border-t border-line pt-4">
      <Button variant="ghost" icon={Trash2} className="text-danger!" onClick={() => setAsking(true)}>
        {props.words.button}
      </Button>
    </div>
  );
}

interface QuestionProps extends RemoveSectionProps {
  readonly onKeep: () => void;
}

function Question({ words, remove, onRemoved, onKeep }: QuestionProps) {
  const shown = useShownOnMount<HTMLElement>();
  const removal = useAction(remove);
  return (
    <section ref={shown} className="flex flex-col gap-3 rounded-lg bg-danger-soft p-3">
      <div>
        <p className="text-sm font-medium break-words">{words.question}</p>
        <p className="text-xs">{words.explained}</p>
      </div>
      {removal.error !== null && <ErrorBanner reveal error={removal.error} />}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          {words.keep}
        </Button>
        <Button
          variant="danger"
          busy={removal.busy}
          onClick={() =>
            void removal.run().then((result) => {
              if (result.ok) onRemoved();
            })
          }
        >
          {words.confirm}
        </Button>
      </div>
    </section>
  );
}
