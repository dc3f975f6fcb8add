import { describe, expect, it } from 'vitest';
import {
  emptySelection,
  extendedTo,
  isAllChosen,
  keptTo,
  toggled,
  toggledAll,
} from '#renderer/stores/selection.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];

describe('selection', () => {
  it('toggles one order and counts ranges from it', () => {
    const once = toggled(emptySelection, 'b');
    expect(once).toEqual({ ids: new Set(['b']), anchor: 'b' });
    expect(toggled(once, 'b').ids.size).toBe(0);
  });

  it('extends from the anchor in both directions and keeps the selection', () => {
    const down = extendedTo(toggled(emptySelection, 'b'), 'd', shown);
    expect([...down.ids]).toEqual(['b', 'c', 'd']);
    expect([...extendedTo(down, 'a', shown).ids].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('adds only one order if the anchor is not shown', () => {
    expect(extendedTo({ ids: new Set(), anchor: 'gone' }, 'c', shown)).toEqual({
      ids: new Set(['c']),
      anchor: 'c',
    });
  });

  it('selects everything shown, and nothing the second time', () => {
    const all = toggledAll(emptySelection, shown);
    expect(isAllChosen(all, shown)).toBe(true);
    expect(toggledAll(all, shown).ids.size).toBe(0);
    expect(isAllChosen(emptySelection, [])).toBe(false);
  });

  it('drops what is no longer shown, so that no action affects it', () => {
    const chosen = { ids: new Set(['a', 'e', 'gone']), anchor: 'a' };
    expect([...keptTo(chosen, shown).ids]).toEqual(['a', 'e']);
    const all = { ids: new Set(shown), anchor: null };
    expect(keptTo(all, shown)).toBe(all);
  });
});
