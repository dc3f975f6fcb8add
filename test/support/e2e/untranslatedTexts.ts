import type { Page } from 'playwright-core';
import { en } from '#shared/i18n/en/index.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';

type Catalog = { readonly [key: string]: string | Catalog };

function textsOf(catalog: Catalog): readonly string[] {
  return Object.values(catalog).flatMap((entry) => (typeof entry === 'string' ? [entry] : textsOf(entry)));
}

const chinese = new Set(textsOf(zhCN));

/** A pattern for a text of the catalog, with any values. */
function asPattern(text: string): RegExp {
  const literal = text.split(/\{\{[^}]*\}\}/u).map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'));
  return new RegExp(`^${literal.join('.+')}$`, 'iu');
}

/** English texts with words, such as `{{count}} failed`, that are not also Chinese texts. */
const englishTexts = textsOf(en)
  .filter((text) => !chinese.has(text))
  .map((text) => ({ pattern: asPattern(text), words: text.replace(/\{\{[^}]*\}\}/gu, '') }))
  .filter(({ words }) => /[a-z]{3}/iu.test(words));

/** Chinese texts contain words such as `rid`; there only longer texts count as English. */
function isEnglish(text: string): boolean {
  const leastLength = /\p{Script=Han}/u.test(text) ? 8 : 0;
  return englishTexts.some(({ pattern, words }) => words.length >= leastLength && pattern.test(text));
}

/** All texts of the page: visible ones, and those for screen readers. */
async function wordsOnPage(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      texts.push(node.textContent ?? '');
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.push(element.getAttribute(name) ?? '');
    return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
  });
}

/** English texts of the app on a page that should be Chinese. */
export async function englishLeft(page: Page): Promise<readonly string[]> {
  return (await wordsOnPage(page)).filter(isEnglish);
}

/** Chinese texts on a page that should be English, except the name of the language itself. */
export async function chineseLeft(page: Page): Promise<readonly string[]> {
  const own: string = en.settings.languages['zh-CN'];
  return (await wordsOnPage(page)).filter((text) => /\p{Script=Han}/u.test(text) && text !== own);
}
