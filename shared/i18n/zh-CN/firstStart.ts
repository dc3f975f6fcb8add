import type { firstStart as english } from '../en/firstStart.ts';
import type { Translation } from '../types.ts';

export const firstStart: Translation<typeof english> = {
  title: '欢迎使用 NotAfter',
  intro: '粘贴证书服务提供的信息，NotAfter 会立即检查，并显示每张证书的到期时间。',
  paste: '粘贴任意内容',
  pasteHint: '服务地址、访问令牌、curl 命令、rid（服务中的订单编号），顺序不限。',
  pastePlaceholder: 'https://certs.example.com  ·  令牌  ·  rid',
  part: {
    address: '服务地址',
    token: '访问令牌',
    rids: '订单',
    missing: '尚未填写',
    tokenThere: '访问令牌',
  },
  state: {
    missing: '缺少',
    there: '已识别',
    checking: '正在检查',
    right: '有效',
    wrong: '无效',
  },
  rids_other: '{{count, number}} 个 rid',
  recognised: '已识别：{{parts}}',
  tokenGuessed: '已将较长的一段字符识别为访问令牌。',
  tokenIsRid: '这是 rid',
  byHand: '手动填写：服务地址、令牌、rid、名称、CA 文件',
  chooseCa: '选择 CA 文件…',
  tokenAccepted: '{{host}} 已接受该令牌。请添加订单的 rid，或直接继续。',
  result: {
    notFound_other: '{{count, number}} 个未找到',
    others_other: '其余 {{count, number}} 个将在继续后检查。',
  },
  notSaved: '继续之前不会保存任何内容。',
  notSavedHost: '继续之前不会保存任何内容，令牌只会发送到 {{host}}。',
  leaveOutUnknown_other: '去掉未找到的 {{count, number}} 个',
  continue: '继续',
  saveAnyway: '仍然保存',
  ordersFailed: '连接已保存，但订单未能保存',
};
