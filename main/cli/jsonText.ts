/** The answer of a command as JSON, as every command prints it: indented, with a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
