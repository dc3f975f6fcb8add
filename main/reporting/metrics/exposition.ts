import type { Parts } from '#main/platform/slices.ts';
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
  readonly samples: Iterable<Sample>;
}

/**
 * Gauges in the text format of Prometheus, version 0.0.4, without timestamps, which node_exporter's textfile collector
 * refuses. A gauge without samples is left out.
 * Source: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function* expositionText(gauges: readonly Gauge[]): Parts {
  for (const { name, help, samples } of gauges) {
    let head = `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;
    for (const { labels, value } of samples) {
      yield `${head}${name}{${labels}} ${value}\n`;
      head = '';
    }
  }
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
