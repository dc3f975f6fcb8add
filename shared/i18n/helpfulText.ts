import type { HelpfulOffer } from '../domain/helpfulAction.ts';
import type { Translate } from './types.ts';

/** A longer folder would make the label unreadable. */
const FOLDER_MAX = 32;

/** The label of what helps an order first. */
export function helpfulText({ action, folder }: HelpfulOffer, t: Translate): string {
  if (action !== 'exportTo') return t(`helpful.${action}`);
  return t('helpful.exportTo', { folder: shortFolder(folder ?? '', FOLDER_MAX) });
}

/** The beginning and the end of a path of more than `most` characters (code points): the end tells folders apart. */
function shortFolder(folder: string, most: number): string {
  const characters = [...folder];
  if (characters.length <= most) return folder;
  const start = Math.floor((most - 1) / 3);
  return `${characters.slice(0, start).join('')}…${characters.slice(start + 1 - most).join('')}`;
}
