/**
 * The text of an XDG autostart entry (Desktop Application Autostart Specification 0.5, Desktop Entry Specification
 * 1.5) that runs a program at login.
 * @param command the program's absolute path and its arguments
 */
export function autostartEntry(command: readonly [program: string, ...args: string[]]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    'Name=NotAfter',
    'Comment=Watches when certificates expire',
    'Comment[zh_CN]=关注证书到期时间',
    `Exec=${escapeString(command.map(quoteArgument).join(' '))}`,
    // Desktops ignore the entry of a program that was removed.
    `TryExec=${escapeString(command[0])}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether an entry with this text is active: desktops disable an entry by adding a key instead of removing it. */
export function isEntryOn(text: string): boolean {
  const [, entry = ''] = `\n${text.replaceAll('\r', '')}`.split('\n[Desktop Entry]\n');
  // A bracket at the start of a line begins the next group; elsewhere it marks a localized key.
  const [group = ''] = entry.split('\n[');
  const value = (key: string) => new RegExp(`^${key}[ \\t]*=[ \\t]*(.*?)[ \\t]*$`, 'mu').exec(group)?.[1];
  return (
    value('Exec') !== undefined &&
    value('Hidden') !== 'true' &&
    value('X-GNOME-Autostart-enabled') !== 'false'
  );
}

/** A quoted argument of `Exec`; `%` begins a field code even in quotes. */
function quoteArgument(argument: string): string {
  return `"${argument.replace(/["`$\\]/gu, '\\$&').replaceAll('%', '%%')}"`;
}

/** A string value: a backslash begins an escape, a line break would end the value. */
function escapeString(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
