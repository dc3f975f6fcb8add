import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { Result } from '#shared/result.ts';
import { Button } from './Button.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';

interface RemoveSectionProps {
  /** Where its texts are. */
  readonly texts: `${'connections' | 'presets' | 'receiver'}.remove`;
  readonly question: string;
  readonly remove: () => Promise<Result<unknown>>;
  readonly onRemoved?: () => void;
}

/** The end of a form: removes what it is about, after a question. */
export function RemoveSection(props: RemoveSectionProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  if (asking) return <Question {...props} onKeep={() => setAsking(false)} />;
  return (
    <div className="border-t border-line pt-4">
      <Button variant="ghost" icon={Trash2} className="text-danger!" onClick={() => setAsking(true)}>
        {t(`${props.texts}.button`)}
      </Button>
    </div>
  );
}

interface QuestionProps extends RemoveSectionProps {
  readonly onKeep: () => void;
}

function Question({ texts, question, remove, onRemoved, onKeep }: QuestionProps) {
  const t = useT();
  const shown = useShownOnMount<HTMLElement>();
  const removal = useAction(remove);
  return (
    <section ref={shown} className="flex flex-col gap-3 rounded-lg bg-danger-soft p-3">
      <div>
        <p className="text-sm font-medium break-words">{question}</p>
        <p className="text-xs">{t(`${texts}.explained`)}</p>
      </div>
      {removal.error !== null && <ErrorBanner reveal error={removal.error} />}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          {t(`${texts}.keep`)}
        </Button>
        <Button
          variant="danger"
          busy={removal.busy}
          onClick={() =>
            void removal.run().then((result) => {
              if (result.ok) onRemoved?.();
            })
          }
        >
          {t(`${texts}.confirm`)}
        </Button>
      </div>
    </section>
  );
}
