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

/** Asks which of the pasted words is the access token. */
export function TokenQuestion({ words, onDecide }: TokenQuestionProps) {
  const t = useT();
  const isOne = words.length === 1;
  const noneIs = (
    <Button size="sm" onClick={() => onDecide(null)}>
      {isOne ? t('firstStart.tokenIsRid') : t('firstStart.question.allRids', { count: words.length })}
    </Button>
  );
  return (
    <HiddenWords
      title={t(isOne ? 'firstStart.question.one' : 'firstStart.question.several')}
      words={words}
      ofAll={!isOne && noneIs}
      ofWord={(word, shown) => (
        <>
          <Button
            size="sm"
            aria-label={t('firstStart.question.isTokenOf', { word: shown })}
            onClick={() => onDecide(word)}
          >
            {t('firstStart.question.isToken')}
          </Button>
          {isOne && noneIs}
        </>
      )}
    />
  );
}

interface RidQuestionProps {
  /** One or more, each a possible secret. */
  readonly words: readonly string[];
  readonly onRids: (words: readonly string[]) => void;
  readonly onLeaveOut: (word: string) => void;
}

/** Asks which of the words that are not the access token are rids. */
export function RidQuestion({ words, onRids, onLeaveOut }: RidQuestionProps) {
  const t = useT();
  const isOne = words.length === 1;
  return (
    <HiddenWords
      title={t(isOne ? 'firstStart.question.isRid' : 'firstStart.question.areRids')}
      words={words}
      ofAll={
        !isOne && (
          <Button size="sm" onClick={() => onRids(words)}>
            {t('firstStart.question.theyAreRids')}
          </Button>
        )
      }
      ofWord={(word, shown) => (
        <>
          <Button
            size="sm"
            aria-label={t('firstStart.question.isRidOf', { word: shown })}
            onClick={() => onRids([word])}
          >
            {t('firstStart.tokenIsRid')}
          </Button>
          <Button
            size="sm"
            aria-label={t('addOrders.leaveOut', { rid: shown })}
            onClick={() => onLeaveOut(word)}
          >
            {t('firstStart.question.leaveOut')}
          </Button>
        </>
      )}
    />
  );
}

interface HiddenWordsProps {
  readonly title: string;
  readonly words: readonly string[];
  /** A button for all words. */
  readonly ofAll: ReactNode;
  /** The buttons of one word. @param shown the word as it may be shown */
  readonly ofWord: (word: string, shown: string) => ReactNode;
}

/** A question about words. Of each only its end and its length are shown. */
function HiddenWords({ title, words, ofAll, ofWord }: HiddenWordsProps) {
  const t = useT();
  const row = (word: string) => <Word word={word}>{ofWord(word, maskedWord(word))}</Word>;
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
        {ofAll}
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
  /** Its buttons. */
  readonly children: ReactNode;
}

function Word({ word, children }: WordProps) {
  const t = useT();
  return (
    <div className="flex items-center gap-2 px-3 py-1.5">
      <code className="min-w-0 flex-1 truncate font-mono text-xs">{maskedWord(word)}</code>
      <span className="tabular mr-1 text-xs text-muted">
        {t('firstStart.question.characters', { count: word.length })}
      </span>
      {children}
    </div>
  );
}
