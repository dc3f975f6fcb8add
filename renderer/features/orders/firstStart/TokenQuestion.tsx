import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { maskedWord } from '#shared/domain/rids.ts';

interface TokenQuestionProps {
  /** One or more, each a possible secret. */
  readonly words: readonly string[];
  /** Which of them is the token; `null`: none. */
  readonly onDecide: (token: string | null) => void;
}

/** Most words that are listed at their full height; more scroll. */
const MOST_AT_ONCE = 5;

/** Asks which of the pasted words is the access token. Of each only its end and its length are shown. */
export function TokenQuestion({ words, onDecide }: TokenQuestionProps) {
  const t = useT();
  const isOne = words.length === 1;
  const title = t(isOne ? 'firstStart.question.one' : 'firstStart.question.several');
  const noneIs = (
    <Button size="sm" onClick={() => onDecide(null)}>
      {isOne ? t('firstStart.tokenIsRid') : t('firstStart.question.allRids', { count: words.length })}
    </Button>
  );
  const row = (word: string) => (
    <Word word={word} onChoose={() => onDecide(word)}>
      {isOne && noneIs}
    </Word>
  );
  return (
    <section aria-label={title} className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-2.5">
        <KeyRound size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-60 flex-1">
          <p role="status" className="text-sm font-medium">
            {title}
          </p>
          <p className="text-xs text-muted">{t('firstStart.question.hidden')}</p>
        </div>
        {!isOne && noneIs}
      </div>
      {words.length > MOST_AT_ONCE ? (
        <VirtualList items={words} keyOf={(word) => word} estimatedHeight={40} label={title} className="h-50">
          {row}
        </VirtualList>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line">
          {words.map((word) => (
            <li key={word} className="border-t border-line first:border-t-0">
              {row(word)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface WordProps {
  readonly word: string;
  readonly onChoose: () => void;
  /** A further button. */
  readonly children: ReactNode;
}

function Word({ word, onChoose, children }: WordProps) {
  const t = useT();
  const shown = maskedWord(word);
  return (
    <div className="flex items-center gap-2 px-3 py-1.5">
      <code className="min-w-0 flex-1 truncate font-mono text-xs">{shown}</code>
      <span className="tabular mr-1 text-xs text-muted">
        {t('firstStart.question.characters', { count: word.length })}
      </span>
      <Button size="sm" aria-label={t('firstStart.question.isTokenOf', { word: shown })} onClick={onChoose}>
        {t('firstStart.question.isToken')}
      </Button>
      {children}
    </div>
  );
}
