import { KeyUsageFlags } from '@peculiar/x509';
import type { Dice } from '#test/integration/app/fuzz/dice.ts';
import { type Craft, type Crafted, craft, serverAuth } from '#test/support/craftedChains.ts';

/** A leaf with authorities as services send them, and a store as computers have it. */
export interface Hierarchy {
  /** The leaf first, then authorities in any order. */
  readonly sent: readonly Crafted[];
  /** Self-signed certificates. */
  readonly store: readonly Crafted[];
}

const ca = { basic: { isCa: true }, usage: KeyUsageFlags.keyCertSign } as const;
/** Days until certificates expire: some before the leaf, some after it. */
const ends = [2, 20, 60, 200, 3000] as const;

/**
 * A random hierarchy of one to three roots and up to three levels of authorities: roots that the store lacks, that
 * expired or were replaced by one of the same name, cross-signed roots and authorities, authorities that are not sent, and
 * self-signed placeholders.
 */
export async function hierarchyOf(dice: Dice): Promise<Hierarchy> {
  const store: Crafted[] = [];
  const sent: Crafted[] = [];
  const until = () => (dice.chance(0.15) ? -1 : dice.oneOf(ends));
  const make = (subject: string, issuer: Crafted | null, what: Partial<Craft> = {}) =>
    craft({ subject, ...ca, until: until(), ...what }, issuer);

  const roots: Crafted[] = [];
  for (let count = 1 + dice.below(3); count > 0; count -= 1) {
    const root = await make(`CN=Root ${count}`, null);
    roots.push(root);
    if (dice.chance(0.6)) store.push(root);
    if (dice.chance(0.3)) sent.push(root);
    // A store of another age: the same key, self-signed with other times.
    if (dice.chance(0.15)) store.push(await make(root.subject, null, { sameAs: root }));
    if (dice.chance(0.1)) sent.push(await make(root.subject, null));
  }
  for (const root of roots)
    if (dice.chance(0.4)) sent.push(await make(root.subject, dice.oneOf(roots), { sameAs: root }));

  let parent = dice.oneOf(roots);
  for (let level = dice.below(4); level > 0; level -= 1) {
    const authority = await make(`CN=Authority ${level}`, parent);
    if (dice.chance(0.9)) sent.push(authority);
    if (dice.chance(0.3)) sent.push(await make(authority.subject, dice.oneOf(roots), { sameAs: authority }));
    parent = authority;
  }
  const server: Craft = {
    subject: 'CN=shop.example',
    usage: KeyUsageFlags.digitalSignature,
    purposes: [serverAuth],
    names: [{ type: 'dns', value: 'shop.example' }],
    until: dice.oneOf([30, 90]),
  };
  const isPlaceholder = dice.chance(0.08);
  const leaf = await craft(server, isPlaceholder ? null : parent);
  if (isPlaceholder && dice.chance(0.3)) store.push(leaf);
  return { sent: [leaf, ...shuffled(sent, dice)], store };
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(dice.below(rest.length), 1));
}
