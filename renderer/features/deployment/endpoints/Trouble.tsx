import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { TroubleWords } from './probeWords.ts';

interface TroubleProps {
  readonly words: TroubleWords;
  /** A failed probe, or something about what is served. */
  readonly kind: 'error' | 'finding';
}

/** Something that is wrong at an address, with what to do about it. */
export function Trouble({ words, kind }: TroubleProps) {
  const Icon = kind === 'error' ? CircleAlert : TriangleAlert;
  return (
    <div data-selectable className="flex gap-1.5 text-xs">
      <Icon
        size={13}
        aria-hidden
        className={`mt-0.5 shrink-0 ${kind === 'error' ? 'text-violet' : 'text-amber'}`}
      />
      <div className="min-w-0 break-words">
        <p className="font-medium">{words.title}</p>
        <p className="text-muted">{words.next}</p>
      </div>
    </div>
  );
}
