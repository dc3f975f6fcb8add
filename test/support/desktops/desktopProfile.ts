import type { ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { areaSchema, type ScreenArea } from './screenArea.ts';
import type { Session } from './session.ts';

/** The checks of each desktop, in the order in which they run: the names of their pictures. */
export const checkNames = [
  'window',
  'dark',
  'icon',
  'quick',
  'menu',
  'notification',
  'button',
  'gone',
  'reopened',
  'shortcut',
  'drag',
  'keyring',
  'login',
] as const;

export type CheckName = (typeof checkNames)[number];

/** A window, as the desktop knows it. Places are those of the screen, with the frame. */
export interface DesktopWindow {
  readonly title: string;
  /** The name by which the desktop finds icon and name of the program. */
  readonly appId: string;
  readonly area: ScreenArea;
  readonly isFocused: boolean;
  /** `null`: the desktop has no list of windows. */
  readonly hasTaskButton: boolean | null;
}

const windowsOfScript: z.ZodType<readonly DesktopWindow[]> = z.array(
  z.object({
    title: z.string(),
    appId: z.string(),
    area: areaSchema,
    isFocused: z.boolean(),
    hasTaskButton: z.boolean().nullable(),
  }),
);

/** The windows whose title or app has this name, of those that a script in the desktop lists. Throws for anything else. */
export function windowsNamed(listed: unknown, name: RegExp): readonly DesktopWindow[] {
  return windowsOfScript.parse(listed).filter(({ appId, title }) => name.test(`${appId} ${title}`));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place for the window of the file manager. */
interface FolderPlace {
  /** Pixels from the left edge of its title to where that is gripped, if the middle does not move it. */
  readonly grip?: number;
  /** For the grip at its title: the middle by default. */
  readonly title: Point;
  /** Where its folder is empty then; a menu that opens there stands beside no other words. */
  readonly empty: Point;
}

/** What the file manager does with a dropped row: it copies the file at once, by an entry of a menu, or refuses it. */
type Drop = 'copies' | { readonly entry: string; readonly key: string } | 'refuses';

/** A desktop that is started for a test, and what it does in its own way. */
export interface DesktopProfile {
  /** The name of its tests, files and pictures. */
  readonly id: string;
  /** Its name with its version in Debian 13. */
  readonly name: string;
  /** What a login sets in the environment, for every program of the session. */
  readonly env: Readonly<Record<string, string>>;
  /** The part of the screen with tray icons. */
  readonly panel: ScreenArea;
  /** The part of the screen with notifications. */
  readonly bubbles: ScreenArea;
  /** How many clicks on the icon open the quick window. Where it takes two, one opens the menu, as the right button does elsewhere. */
  readonly quickClicks: 1 | 2;
  /** Where the quick window opens. */
  readonly quickPlace: 'at the panel' | 'in the middle';
  /** The quick window has a button in the list of windows: Electron can ask for none on X11 only. */
  readonly hasQuickButton?: true;
  /**
   * Where the file manager is moved to, so that a part of its folder lies beside the app's window and notifications;
   * `null`: windows are tiles, and not moved by their titles.
   */
  readonly folderPlace: FolderPlace | null;
  readonly drop: Drop;
  /** The keys that close a window. */
  readonly closeKeys: string;
  /** Who has the shortcut of the quick window: the app from its settings, or the desktop in a line for `notafter quick`. */
  readonly shortcut: 'by the app' | 'by the desktop';
  /** The title of the desktop's question whether the app gets the keys, and its button to agree; `null`: it asks nothing. */
  readonly keysQuestion: { readonly title: string; readonly agree: Point } | null;
  /** The contrast of the icon to the panel by WCAG 2.2, at least: 3, unless no colour reaches that on this ground. */
  readonly iconContrast: number;
  /** The file of the service for the bus that starts its daemon of notifications. */
  readonly notifications: string;
  /** Why a check can't be done on this desktop without a real screen. */
  readonly notTried: Readonly<Partial<Record<CheckName, string>>>;
  /** Starts its parts, and resolves when it shows tray icons. */
  start(session: Session): Promise<void>;
  /** The open windows whose title or app has this name. */
  windows(session: Session, name: RegExp): Promise<readonly DesktopWindow[]>;
  /** Chooses light or dark, as a person does in the desktop's settings. */
  setDark(session: Session, isDark: boolean): Promise<void>;
  /** Opens a folder in the desktop's file manager. */
  openFolder(session: Session, folder: string): ChildProcess;
}
