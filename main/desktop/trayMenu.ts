import type { TrayMenuItem } from '#main/alerting/status/trayView.ts';

/** Whether two menus read the same and do the same. */
export function sameMenu(a: readonly TrayMenuItem[], b: readonly TrayMenuItem[]): boolean {
  return a.length === b.length && a.every((item, index) => face(item) === face(b[index]));
}

function face(item: TrayMenuItem | undefined): string {
  switch (item?.kind) {
    case 'action':
      return `action ${item.key} ${item.label}`;
    case 'text':
      return `text ${item.label}`;
    default:
      return 'separator';
  }
}
