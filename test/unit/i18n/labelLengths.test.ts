import { describe, expect, it } from 'vitest';
import { en } from '#shared/i18n/en/index.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';
import { type Text, textsOf } from './catalogTexts.ts';

/** Keys of what is pressed or chosen: buttons, chips, menu items, tabs, sections of the settings, columns. */
const pressed = [
  // The entries of a group.
  /\.(?:actions?|tabs|nav|sections|columns?|chips|groups?|sort|themes|languages|units|verdict|status|severity)\.\w+$/u,
  // A field or a section of the settings.
  /^settings\.\w+$/u,
  // A verb.
  /\.(?:add|again|agree|back|button|cancel|change|check|choose|clear|close|confirm|copy|discard|edit|end|export|forget|hide|keep|later|link|make|open|pause|quit|remove|replace|restore|resume|retry|run|save|send|setUp|show|showAll|showLess|stop|syncNow|tryAgain|tryNow|undo)(?:_one|_other)?$/u,
];

/** Sentences, which may have such a key too. */
const isSentence = (text: string) => /[.?:。？：]$/u.test(text);

/** Words that find something in the palette, and are never shown. */
const isWord = (key: string) => key.includes('.words.');

/** What did not happen is a title, by the name of the action. */
const isFailure = (key: string) => /\.failed\.\w+$/u.test(key);

const isLabel = ([key, text]: Text) =>
  !key.startsWith('cli.') &&
  !isFailure(key) &&
  !isWord(key) &&
  pressed.some((pattern) => pattern.test(key)) &&
  !isSentence(text);

/** The width in columns of a terminal, where a Chinese character takes two. */
const widthOf = (text: string) =>
  [...text.replace(/\{\{[^}]*\}\}/gu, '')].reduce((sum, sign) => sum + (sign > '\u2E80' ? 2 : 1), 0);

describe.each([
  ['English', en, 30],
  ['Chinese', zhCN, 24],
])('labels in %s', (_, catalog, most) => {
  const labels = textsOf(catalog).filter(isLabel);

  it(`are at most ${most} columns wide`, () => {
    expect(labels.length).toBeGreaterThan(150);
    expect(labels.filter(([, text]) => widthOf(text) > most)).toEqual([]);
  });

  it('have no full stop, no colon and no line break', () => {
    expect(labels.filter(([, text]) => /[\n。；;]/u.test(text))).toEqual([]);
  });
});
