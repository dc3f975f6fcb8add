/** One line of metrics. */
export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_][a-zA-Z0-9_]*';
const VALUE = String.raw`"(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})\\{((?:${NAME}=${VALUE}(?:,(?!\\})|(?=\\})))*)\\} (-?[0-9.]+)$`, 'u');
const LABEL = new RegExp(`(${NAME})=(${VALUE})`, 'gu');

/**
 * Reads the text format of Prometheus by its specification, independently of the code that writes it.
 * @throws an error for a line that is invalid, a metric without HELP and TYPE, or a series that is there twice
 */
export function readExposition(text: string): readonly ReadSample[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  const announced = new Set<string>();
  const seen = new Set<string>();
  const samples: ReadSample[] = [];
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, about = ''] = /^# (HELP|TYPE) (\S+) \S/u.exec(line) ?? [];
    if (kind !== undefined) {
      announced.add(`${kind} ${about}`);
      continue;
    }
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (name === '') throw new Error(`This is no sample: ${line}`);
    if (!announced.has(`HELP ${name}`) || !announced.has(`TYPE ${name}`))
      throw new Error(`Not announced: ${name}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', quoted = '']): [string, string] => [
      label,
      quoted.slice(1, -1).replace(/\\(.)/gu, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
    ]);
    const series = JSON.stringify([name, pairs.toSorted()]);
    if (seen.has(series)) throw new Error(`There twice: ${series}`);
    seen.add(series);
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return samples;
}
