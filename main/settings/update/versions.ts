/**
 * Whether a version is older than another one, by Semantic Versioning of released versions. What follows the third number,
 * such as a distributor's own part, is not compared.
 * @param left three numbers with dots between
 */
export function isOlderVersion(left: string, right: string): boolean {
  const [numbers, others] = [numbersOf(left), numbersOf(right)];
  const at = numbers.findIndex((number, index) => number !== others[index]);
  return at !== -1 && (numbers[at] ?? 0) < (others[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return (/^\d+\.\d+\.\d+/u.exec(version)?.[0] ?? '').split('.').map(Number);
}
