import type { helpful as english } from '../en/helpful.ts';
import type { Translation } from '../types.ts';

export const helpful: Translation<typeof english> = {
  replaceToken: '更换令牌…',
  enterToken: '输入令牌…',
  link: '关联推送…',
  console: '打开控制台',
  sync: '立即检查',
  review: '核对…',
  update: '更新文件',
  exportAgain: '重新导出…',
  tighten: '限制权限',
  run: '运行命令',
  check: '检查服务器',
  checkFiles: '检查文件',
  export: '导出…',
  ofOrder: '{{verb}}：{{name}}',
  done: {
    tightened: '其他用户已无法读取这些文件。',
    written_other: '已写入 {{count, number}} 个文件。',
    unproven: '{{text}}但用新文件进行的测试连接失败，请打开订单查看原因。',
    commandFailed: '{{text}}但随后的命令失败，请打开订单查看原因。',
  },
};
