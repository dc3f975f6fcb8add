/**
 * The repetitions of a long randomised test: all in `npm run test:soak`, a tenth in `npm test`.
 * @param full a whole number
 */
export function soakCount(full: number): number {
  return process.env['NOTAFTER_SOAK'] === '1' ? full : Math.ceil(full / 10);
}
