import type { helpful as english } from '../en/helpful.ts';
import type { Translation } from '../types.ts';

export const helpful: Translation<typeof english> = {
  replaceToken: '更换令牌…',
  enterToken: '输入令牌…',
  link: '关联推送…',
  sync: '立即同步',
  review: '核对…',
  update: '更新文件',
  exportAgain: '重新导出…',
  run: '运行命令',
  check: '检查服务器',
  export: '导出…',
};
