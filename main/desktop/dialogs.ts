import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import type { FileDialogs, Question } from '#main/app/desktopPort.ts';
import type { ReportFile } from '#main/reporting/report/reporter.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { MainWindow } from './mainWindow.ts';

/** The native file dialogs. The renderer never supplies a path. `null` when the user closed one. */
export class DesktopDialogs implements FileDialogs {
  readonly #window: MainWindow;

  constructor(window: MainWindow) {
    this.#window = window;
  }

  async chooseFolder(t: Translate, first: string): Promise<string | null> {
    return this.#open({
      title: t('dialogs.chooseExportFolder'),
      buttonLabel: t('dialogs.exportHere'),
      // GTK would show the folders that were used recently, of which a new user has none.
      defaultPath: first,
      properties: ['openDirectory', 'createDirectory'],
    });
  }

  async chooseZipFile(t: Translate, suggestedName: string): Promise<string | null> {
    return this.#save({
      title: t('dialogs.saveZip'),
      defaultPath: suggestedName,
      filters: [{ name: t('dialogs.zipFiles'), extensions: ['zip'] }],
    });
  }

  async chooseReportFile({ title, suggestedName, kind, extension }: ReportFile): Promise<string | null> {
    return this.#save({
      title,
      defaultPath: suggestedName,
      filters: [{ name: kind, extensions: [extension] }],
    });
  }

  async chooseConfigurationFile(t: Translate, action: 'save' | 'open'): Promise<string | null> {
    const filters = [{ name: t('dialogs.configurationFiles'), extensions: ['json'] }];
    if (action === 'save')
      return this.#save({ title: t('dialogs.saveConfiguration'), defaultPath: 'notafter.json', filters });
    return this.#open({ title: t('dialogs.openConfiguration'), properties: ['openFile'], filters });
  }

  async chooseCaFile(t: Translate): Promise<string | null> {
    return this.#open({
      title: t('dialogs.chooseCaFile'),
      properties: ['openFile'],
      filters: [
        { name: t('dialogs.pemFiles'), extensions: ['pem', 'crt', 'cer', 'der', 'p7b', 'p7c'] },
        { name: t('dialogs.allFiles'), extensions: ['*'] },
      ],
    });
  }

  async chooseTlsFile(t: Translate, kind: 'certificate' | 'key'): Promise<string | null> {
    return this.#open({
      title: kind === 'key' ? t('dialogs.chooseTlsKey') : t('dialogs.chooseTlsCertificate'),
      properties: ['openFile'],
      filters: [
        { name: t('dialogs.tlsFiles'), extensions: kind === 'key' ? ['pem', 'key'] : ['pem', 'crt', 'cer'] },
        { name: t('dialogs.allFiles'), extensions: ['*'] },
      ],
    });
  }

  async #save(asked: SaveDialogOptions): Promise<string | null> {
    const options: SaveDialogOptions = { ...asked, properties: ['showOverwriteConfirmation'] };
    const window = this.#window.native();
    const answer =
      window === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(window, options);
    return answer.canceled || answer.filePath === '' ? null : answer.filePath;
  }

  async #open(options: OpenDialogOptions): Promise<string | null> {
    const window = this.#window.native();
    const answer =
      window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
    return answer.canceled ? null : (answer.filePaths[0] ?? null);
  }
}

/** Longest delay between a click and the continuation, in milliseconds. */
const ANSWER_WITHIN_MS = 100;

/** Asks in a message box, modal to `window` if given. @returns the index of the button */
export async function ask(
  { title, detail, buttons, closing }: Question,
  window: BrowserWindow | null = null,
): Promise<number> {
  // The answer comes from GTK's event loop, which does not wake Node's; without a timer it would be seen seconds later.
  const waking = setInterval(() => undefined, ANSWER_WITHIN_MS);
  try {
    const options: MessageBoxOptions = {
      type: 'warning',
      title: 'NotAfter',
      message: title,
      detail,
      buttons: [...buttons],
      defaultId: 0,
      cancelId: closing ?? buttons.length - 1,
      noLink: true,
    };
    const { response } =
      window === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(window, options);
    return response;
  } finally {
    clearInterval(waking);
  }
}
