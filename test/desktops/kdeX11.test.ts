import { checkDesktop } from '#test/support/desktops/checks.ts';
import { kdeX11 } from '#test/support/desktops/profiles/kdeX11.ts';

checkDesktop(kdeX11);
