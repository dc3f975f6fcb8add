import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckName, checkNames, type DesktopProfile } from './desktopProfile.ts';
import type { Session } from './session.ts';

/** The words under the picture of each check. */
const captions: Readonly<Record<CheckName, string>> = {
  window: 'Window: title, size, no menu bar',
  dark: 'The desktop turns dark, and the window with it',
  icon: 'Icon at the panel',
  quick: 'A click: the quick window',
  menu: 'The menu of the icon',
  notification: 'A notification: order and days readable, buttons',
  button: 'Its button acts: the order is snoozed',
  gone: 'The reason is gone, and so is the notification',
  reopened: 'Closed to the tray, and opened again',
  shortcut: 'The shortcut, pressed in another program',
  drag: 'A row dragged to the file manager',
  keyring: 'The access token is in the keyring',
  login: 'Started by the entry for the login',
};

/** Puts the pictures of all checks of a desktop on one sheet, with what was not tried and why. @returns its file */
export async function contactSheet(
  session: Session,
  profile: DesktopProfile,
  folder: string,
): Promise<string> {
  const { system } = session;
  const inside = await system.folder('sheet');
  const tiles: string[] = [];
  for (const name of checkNames) {
    const [from, to] = [join(folder, `${name}.png`), join(inside, `${name}.png`)];
    const reason = profile.notTried[name];
    if (reason === undefined && existsSync(from)) await copyFile(from, to);
    else await drawWords(session, to, reason === undefined ? 'No picture' : `Not tried:\n${reason}`);
    tiles.push('-label', captions[name], to);
  }
  const sheet = join(inside, 'sheet.jpg');
  const layout = ['-tile', '3x', '-geometry', '560x315+8+8', '-background', '#f4f4f5', '-pointsize', '15'];
  const font = ['-font', 'Noto-Sans-Regular'];
  await system.run('montage', ...font, ...tiles, ...layout, '-title', profile.name, '-quality', '82', sheet);
  await mkdir(join(folder, '..'), { recursive: true });
  const file = join(folder, '..', `${profile.id}.jpg`);
  await copyFile(sheet, file);
  return file;
}

async function drawWords({ system }: Session, file: string, words: string): Promise<void> {
  const look = ['-background', '#e4e4e7', '-fill', '#3f3f46', '-gravity', 'center', '-pointsize', '70'];
  await system.run(
    'convert',
    ...look,
    '-font',
    'Noto-Sans-Regular',
    '-size',
    '1920x1080',
    `caption:${words}`,
    file,
  );
}
