import { checkDesktop } from '#test/support/desktops/checks.ts';
import { xfce } from '#test/support/desktops/profiles/xfce.ts';

checkDesktop(xfce);
