/** The desktop's portal on the session bus. Its interfaces are those of https://flatpak.github.io/xdg-desktop-portal/. */
export const portal = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
};
