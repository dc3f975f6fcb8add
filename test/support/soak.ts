const isSoak = process.env['NOTAFTER_SOAK'] === '1';

/**
 * The repetitions of a long randomised test: all in `npm run test:soak`, a tenth in `npm test`.
 * @param full a whole number
 */
export function soakCount(full: number): number {
  return isSoak ? full : Math.ceil(full / 10);
}

/**
 * How far apart the steps are that a test of every step tries: 1 in `npm run test:soak`, and so many in `npm test`.
 * @param apart a whole number
 */
export function soakStride(apart: number): number {
  return isSoak ? 1 : apart;
}
