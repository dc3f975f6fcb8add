import { escapeUnsafe } from '#shared/text.ts';

/** One value of a metric. `labels`: the result of `labelText`; empty: none. */
export interface Sample {
  readonly labels: string;
  readonly value: number;
}

/** A metric of type gauge. `help`: one line of plain English. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/**
 * Gauges in the text format of Prometheus, version 0.0.4, without timestamps, which node_exporter's textfile collector
 * refuses. A gauge without samples is left out.
 * Source: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function expositionText(gauges: readonly Gauge[]): string {
  return gauges
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, samples }) => {
      const lines = samples.map(({ labels, value }) => `${name}{${labels}} ${value}\n`);
      return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
    })
    .join('');
}

/** Labels as the format writes them, in the given order. An empty value is left out: the format has no difference. */
export function labelText(labels: Readonly<Record<string, string | null>>): string {
  return Object.entries(labels)
    .flatMap(([name, value]) => (value === null || value === '' ? [] : `${name}="${labelValue(value)}"`))
    .join(',');
}

const LINE_FEED = 0x0a;

/**
 * Escapes backslash, quote and line feed as the format does. Other control characters, and lone surrogates, which UTF-8
 * cannot express, become readable text such as `\u{1b}`. A value that has such text already gets `\u{5c}` in place of its
 * backslash, so different values stay different: a series that is there twice breaks the whole file.
 */
function labelValue(value: string): string {
  const exact = value.replaceAll('\\u{', '\\u{5c}u{');
  return escapeUnsafe(exact.replace(/[\\"]/gu, '\\$&'), (codePoint) =>
    codePoint === LINE_FEED ? '\\n' : `\\\\u{${codePoint.toString(16)}}`,
  );
}
