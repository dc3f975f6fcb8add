import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { commandText } from './commandWords.ts';

/** About three lines of the narrow panel. */
const SHORT_MAX = 140;

/** A command with its arguments. A long one is cut to three lines, and shown whole at a click. */
export function CommandText({ command }: { readonly command: readonly string[] }) {
  const t = useT();
  const [isWhole, setIsWhole] = useState(false);
  const text = commandText(command);
  const isLong = text.length > SHORT_MAX;
  return (
    <div className="flex flex-col items-start gap-0.5">
      <code
        data-selectable
        className={cx(
          'w-full rounded-md bg-sunken px-2 py-1 font-mono text-2xs wrap-anywhere whitespace-pre-wrap',
          isLong && !isWhole && 'line-clamp-3',
        )}
      >
        {text}
      </code>
      {isLong && (
        <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'copies.command.showLess' : 'copies.command.showWhole')}
        </Button>
      )}
    </div>
  );
}
