import { checkDesktop } from '#test/support/desktops/checks.ts';
import { kdeWayland } from '#test/support/desktops/profiles/kdeWayland.ts';

checkDesktop(kdeWayland);
