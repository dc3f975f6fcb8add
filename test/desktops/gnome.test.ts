import { checkDesktop } from '#test/support/desktops/checks.ts';
import { gnome } from '#test/support/desktops/profiles/gnome.ts';

checkDesktop(gnome);
