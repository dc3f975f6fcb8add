import { cleanText, shorten } from '#shared/text.ts';

/**
 * The output of a monitoring plugin, as Nagios, Icinga, Naemon, Checkmk and others read it.
 * Source: https://www.monitoring-plugins.org/doc/guidelines.html, "Plugin Output"
 */

/** The name of the service before the state. Other plugins for certificates have `SSL`, `SSL_CERT` or `CERT`. */
const SERVICE = 'CERT';

/** One value of the performance data. */
export interface PluginValue {
  readonly label: string;
  readonly value: number;
  /** `s`: seconds; empty: a count. */
  readonly unit: 's' | '';
  /** It alerts below these values; `null`: it has no thresholds, and never falls below 0. */
  readonly below: { readonly warning: number; readonly critical: number } | null;
}

/** The first line: state, text, and performance data. @param state its keyword, such as `OK` */
export function pluginLine(state: string, text: string, values: readonly PluginValue[] = []): string {
  const data = values.length === 0 ? '' : `|${values.map(valueText).join(' ')}`;
  return `${SERVICE} ${state} - ${pluginText(text)}${data}`;
}

/** Text in one line, without the bar that begins performance data. */
export function pluginText(text: string): string {
  return cleanText(text).replaceAll('|', '/');
}

/** Maximum length of a label in characters. */
const LABEL_LENGTH = 64;

/** A name as a label: without characters that the format, shells or graph databases read as something else. */
export function pluginLabel(name: string): string {
  return shorten(cleanText(name).replace(/['"=|;`$&<>\\]/gu, '_'), LABEL_LENGTH);
}

/** A range such as `1209600:` means: alert below it. */
function valueText({ label, value, unit, below }: PluginValue): string {
  const limits = below === null ? ';;;0' : `;${below.warning}:;${below.critical}:`;
  return `'${label}'=${value}${unit}${limits}`;
}
