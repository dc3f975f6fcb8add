/** What a monitoring system reads from a plugin. */
export interface PluginOutput {
  readonly state: string;
  readonly text: string;
  /** Value with its unit, warning range, critical range, minimum, by label. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly long: readonly string[];
}

const DATUM = /^'([^'=|]+)'=(-?\d+s?)((?:;[^;\s]*)*)(?: |$)/u;

/**
 * Reads the output of a plugin by the guidelines, independently of the code that writes it.
 * @throws an error for output that they do not allow
 */
export function readPlugin(output: string): PluginOutput {
  const [first = '', ...long] = output.replace(/\n$/u, '').split('\n');
  const [said = '', data = '', ...rest] = first.split('|');
  if (rest.length > 0 || long.some((line) => line.includes('|')))
    throw new Error(`More than one bar: ${output}`);
  const [, state = '', text = ''] = /^CERT (OK|WARNING|CRITICAL|UNKNOWN) - (.+)$/u.exec(said) ?? [];
  if (state === '') throw new Error(`No state: ${first}`);
  // Without a prototype, because `__proto__` is a label like any other.
  const values: Record<string, readonly string[]> = Object.create(null);
  let left = data;
  while (left !== '') {
    const [whole = '', label = '', value = '', limits = ''] = DATUM.exec(left) ?? [];
    if (whole === '' || Object.hasOwn(values, label)) throw new Error(`No performance data: ${left}`);
    values[label] = [value, ...limits.split(';').slice(1)];
    left = left.slice(whole.length);
  }
  return { state, text, values, long };
}
