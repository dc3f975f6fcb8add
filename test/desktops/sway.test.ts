import { checkDesktop } from '#test/support/desktops/checks.ts';
import { sway } from '#test/support/desktops/profiles/sway.ts';

checkDesktop(sway);
