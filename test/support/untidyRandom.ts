/** What `Math.random` may give: its least and its greatest number, and some with all their digits. */
const numbers = [0, 1 - 2 ** -53, 0.123_456_789_012_345, 2 ** -53, 0.5, 0.999_999, 0.618_033_988_749_89];

/** Creates a random that gives its numbers in turn. */
export function untidyRandom(): () => number {
  let count = 0;
  return () => numbers[count++ % numbers.length] ?? 0;
}
