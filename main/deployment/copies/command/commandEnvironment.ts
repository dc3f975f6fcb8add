type Environment = Readonly<Record<string, string | undefined>>;

/** What Electron, Node and an AppImage put there for themselves; Electron keeps what it changed under another name. */
const OWN =
  /^(?:ELECTRON_.*|NODE_OPTIONS|NODE_CHANNEL_.*|CHROME_DESKTOP|ORIGINAL_XDG_CURRENT_DESKTOP|APPDIR|APPIMAGE|ARGV0|OWD|APPIMAGE_.*)$/u;

/**
 * The variables that a command of the person is given: those of this process, without what Electron and an AppImage
 * added. An AppImage also puts folders of its own, which are gone after it, before the lists of where programs and
 * libraries are; a list that has no other is left out, as an empty one means the working directory.
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
