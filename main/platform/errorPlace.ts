const MOST_FRAMES = 4;

/**
 * Where something was thrown, for the log: the innermost frames as `function file:line:column`. Neither the message,
 * which may quote what was being read, nor the folders, which may name a person.
 */
export function errorPlace(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  return (thrown.stack ?? '')
    .split('\n')
    .map((line) => /^ {4}at (?:(.+) \()?(?:[^()]*[\\/])?([^\\/()]+:\d+:\d+)\)?$/u.exec(line))
    .filter((frame) => frame !== null)
    .slice(0, MOST_FRAMES)
    .map(([, name = '', place]) => `${name} ${place}`.trim())
    .join(' < ');
}
