import type { Language } from '#main/platform/language.ts';
import type { FileDialogWords } from './desktopPort.ts';

/** The words of the native file dialogs in the language of the moment. */
export function fileDialogWords({ t }: Language): FileDialogWords {
  return {
    exportFolderTitle: t('dialogs.chooseExportFolder'),
    exportFolderButton: t('dialogs.exportHere'),
    exportZipTitle: t('dialogs.saveZip'),
    zipFilter: t('dialogs.zipFiles'),
    caFileTitle: t('dialogs.chooseCaFile'),
    caFileFilter: t('dialogs.pemFiles'),
    tlsCertificateTitle: t('dialogs.chooseTlsCertificate'),
    tlsKeyTitle: t('dialogs.chooseTlsKey'),
    tlsFileFilter: t('dialogs.tlsFiles'),
    allFiles: t('dialogs.allFiles'),
  };
}
