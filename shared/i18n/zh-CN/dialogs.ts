import type { dialogs as english } from '../en/dialogs.ts';
import type { Translation } from '../types.ts';

export const dialogs: Translation<typeof english> = {
  quit: '退出',
  tryAgain: '重试',
  keepCopyAndStartAnew: '保留副本并重新开始',
  chooseCaFile: '选择 CA 文件',
  pemFiles: 'PEM 证书',
  chooseTlsCertificate: '选择证书（含证书链）',
  chooseTlsKey: '选择该证书的私钥',
  tlsFiles: 'PEM 文件',
  allFiles: '所有文件',
  chooseExportFolder: '选择导出文件夹',
  exportHere: '导出到此处',
  saveZip: '保存 ZIP 文件',
  zipFiles: 'ZIP 文件',
  copyCommand: {
    title: '每次更新后都运行此命令？',
    detail:
      '将在文件夹 {{folder}} 中以您的权限（用户 {{user}}）运行。以下是程序及其参数，运行时与此完全一致，不经过 shell。',
    next: '每次 NotAfter 写入该处的文件后都会运行。仅当这正是您输入的命令时才同意。',
    cancel: '取消',
    confirm: '每次更新后运行',
  },
  databaseNewer: {
    title: '数据库来自更高版本的 NotAfter',
    detail:
      '{{folder}} 中的数据库由更高版本的 NotAfter 写入，当前版本无法读取。未做任何改动。请重新安装更高版本，或保留数据库副本并重新开始。',
  },
  databaseDamaged: {
    title: '数据库已损坏',
    detail:
      '无法读取 {{folder}} 中的数据库。您可以使用空数据库重新开始（损坏的数据库会保留在同一文件夹中），或退出后从备份恢复。访问令牌仍保存在系统钥匙串中。',
  },
  databaseLocked: {
    title: '数据库正在被占用',
    detail: '其他程序打开了 {{folder}} 中的数据库。请关闭该程序（可能是备份或同步工具），然后重试。',
  },
  databaseUnusable: {
    title: '无法打开数据库',
    detail: 'NotAfter 无法打开 {{folder}} 中的数据库：{{reason}}。请检查该文件夹的可用空间和权限，然后重试。',
  },
  startFailed: {
    title: 'NotAfter 无法启动',
    detail:
      'NotAfter 内部发生了意外错误。您的订单仍保存在磁盘上，访问令牌仍保存在系统钥匙串中。请重新启动；如果再次发生，请报告日志 {{file}} 中的内容。日志不包含任何机密信息。',
  },
};
