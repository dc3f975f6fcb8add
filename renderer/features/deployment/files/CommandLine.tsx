import { Fragment, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { commandParts } from '#renderer/components/commandText.ts';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';

/** Characters that fit in about three lines of the panel. */
const SHORT_MAX = 140;

/** A command with its arguments. A long one is cut to three lines and can be expanded. */
export function CommandLine({ command }: { readonly command: readonly string[] }) {
  const t = useT();
  const [isWhole, setIsWhole] = useState(false);
  const words = commandParts(command);
  const isLong = words.map(({ text }) => text).join(' ').length > SHORT_MAX;
  return (
    <div className="flex flex-col items-start gap-0.5">
      <div className="w-full rounded-md bg-sunken px-2 py-1">
        <code
          data-selectable
          className={cx('block font-mono text-2xs', isLong && !isWhole && 'max-h-12 overflow-hidden')}
        >
          {words.map(({ place, text }) => (
            <Fragment key={place}>
              {place > 0 && ' '}
              <span className="inline-block max-w-full align-top break-all whitespace-pre-wrap">{text}</span>
            </Fragment>
          ))}
        </code>
      </div>
      {isLong && (
        <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'copies.command.showLess' : 'copies.command.showWhole')}
        </Button>
      )}
    </div>
  );
}
