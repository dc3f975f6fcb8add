import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import type { SignedChannelId } from '#shared/domain/alertChannels.ts';
import type { Result } from '#shared/result.ts';
import { Button } from './Button.tsx';
import { InlineQuestion } from './InlineQuestion.tsx';

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
  const [asking, setAsking] = useState(false);
  if (asking)
    return (
      <InlineQuestion
        {...{ texts, question }}
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
