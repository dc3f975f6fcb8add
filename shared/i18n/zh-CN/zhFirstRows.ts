import { common } from './common.ts';
import { conditionsInShort } from './conditions.ts';
import { orders } from './orders.ts';
import { windowTexts } from './window.ts';

/** The texts that the first rows of the window need, if none of them has a problem. */
export const firstRows = { ...windowTexts, common, conditions: { short: conditionsInShort }, orders };
