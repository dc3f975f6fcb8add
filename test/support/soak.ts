const isSoak = process.env['NOTAFTER_SOAK'] === '1';

/**
 * The repetitions of a long randomised test: all in `npm run test:soak`, a tenth in `npm test`.
 * @param full a whole number
 */
export function soakCount(full: number): number {
  return isSoak ? full : Math.ceil(full / 10);
}

/**
 * The distance between two steps that are tried, for a test that could try each: `npm run test:soak` tries all.
 * @param apart the distance in `npm test`, a whole number
 */
export function soakStride(apart: number): number {
  return isSoak ? 1 : apart;
}
