type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that Electron, Node and an AppImage add for themselves. */
const OWN =
  /^(?:ELECTRON_.*|NODE_OPTIONS|NODE_CHANNEL_.*|CHROME_DESKTOP|ORIGINAL_XDG_CURRENT_DESKTOP|APPDIR|APPIMAGE|ARGV0|OWD|APPIMAGE_.*)$/u;

/**
 * The environment for the user's commands: that of this process, without what Electron and an AppImage added. An AppImage
 * also prepends folders of its mount to search paths; these are removed, and so is a search path that would be empty, which
 * means the working directory.
 */
export function commandEnvironment(environment: Environment): Record<string, string> {
  const { APPDIR: mount = '', ORIGINAL_XDG_CURRENT_DESKTOP: desktop } = environment;
  const isMounted = (path: string) => path === mount || path.startsWith(`${mount}/`);
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || OWN.test(name.toUpperCase())) continue;
    const parts = mount === '' ? [] : value.split(':');
    if (!parts.some(isMounted)) clean[name] = value;
    else {
      const others = parts.filter((part) => part !== '' && !isMounted(part));
      if (others.length > 0) clean[name] = others.join(':');
    }
  }
  if (desktop !== undefined) clean['XDG_CURRENT_DESKTOP'] = desktop;
  return clean;
}
