import type { addOrders as english } from '../en/addOrders.ts';
import type { Translation } from '../types.ts';

export const addOrders: Translation<typeof english> = {
  title: '添加订单',
  description: '服务不提供订单列表，请粘贴每个订单的 rid。',
  connection: '连接',
  rids: 'rid',
  ridsHint: '可粘贴一个或多个，分隔符不限，也可以是 Open API 地址。',
  ridsPlaceholder: '在此粘贴 rid',
  preview: {
    none: '尚未识别到 rid',
    found_other: '{{count, number}} 个 rid',
    duplicates_other: '{{count, number}} 个重复',
    refused_other: '{{count, number}} 个不可用',
    tooLong: '一次粘贴的内容过多，最多 {{limit, number}} 个字符。',
  },
  refusal: {
    tooLong: '长度超过任何 rid',
    controlCharacters: '包含不可见字符',
    dotSegment: '是路径，不是 rid',
  },
  refusedRids: '未使用',
  submit: '添加订单',
  submitCount_other: '添加 {{count, number}} 个订单',
  addMore: '继续添加',
  results: '结果',
  summary: {
    added_other: '已添加 {{count, number}} 个订单',
    alreadyThere_other: '{{count, number}} 个此前已存在',
    answered: '已获取 {{done, number}} / {{total, number}}',
  },
  result: {
    waiting: '等待中',
    asking: '正在获取…',
    alreadyThere: '此前已存在',
    repeated: '在文本中重复出现',
    validUntil: '有效期至 {{notAfter}}',
    expired: '已于 {{notAfter}} 过期',
    removed: '已移除',
  },
  noConnection: '尚无连接。',
};
