/** A label of the metrics: the values of the tags `key:value` of an order. `key` is in lower case. */
export interface TagLabel {
  readonly key: string;
  readonly label: string;
}

const KEY = /^[a-z0-9][a-z0-9._-]{0,48}$/u;

/**
 * Reads the keys of tags that become labels, which commas separate. The label of `cost-centre` is `tag_cost_centre`, as
 * exporters of Kubernetes name labels.
 * @returns the first word that is no key, or whose label is there already, instead
 */
export function parseTagKeys(text: string): readonly TagLabel[] | string {
  const labels: TagLabel[] = [];
  for (const word of text.split(',')) {
    const key = word.trim().toLowerCase();
    const label = `tag_${key.replaceAll(/[^a-z0-9]/gu, '_')}`;
    if (!KEY.test(key) || labels.some((known) => known.label === label)) return word.trim();
    labels.push({ key, label });
  }
  return labels;
}

/** The values that an order's tags give each label: sorted, with commas between them; empty without such a tag. */
export function tagLabelsOf(
  tags: readonly string[],
  labels: readonly TagLabel[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    labels.map(({ key, label }) => [
      label,
      tags
        .flatMap((tag) => (tag.toLowerCase().startsWith(`${key}:`) ? [tag.slice(key.length + 1).trim()] : []))
        .toSorted()
        .join(','),
    ]),
  );
}
