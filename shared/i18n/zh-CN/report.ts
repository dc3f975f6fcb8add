import type { report as english } from '../en/report.ts';
import type { Translation } from '../types.ts';

export const report: Translation<typeof english> = {
  title: 'NotAfter：{{date}}',
  about_other: '共 {{count, number}} 个订单，NotAfter {{version}}。时间均为 UTC。',
  heading: '部署：{{group}}（{{size, number}}）',
  noPlaces: '没有导出的文件和服务器',
  column: {
    order: '订单',
    connection: '连接',
    status: '状态',
    notAfter: '到期',
    left: '剩余',
    renewal: '续期',
    places: '部署',
    tags: '标签',
  },
  notes: '备注',
  place: {
    is: '{{place}}：{{state}}',
    separator: '；',
    addresses: '{{status}}（{{addresses}} 个地址中的 {{affected}} 个）',
    until: '{{place}}，有效期至 {{date}}',
    omitted_other: '{{place}}，另有 {{count, number}} 个地址未检查',
  },
  renewal: {
    expected: '预计在 {{date}} 前续期',
    notDue: '应于 {{date}} 续期',
    due: '自 {{date}} 起应续期',
    overdue: '已逾期 {{time}}',
  },
  calendar: {
    summary: '证书到期：{{name}}',
    order: '{{connection}} 的订单 {{rid}}',
    chainEnd: '届时到期的是证书链中的 {{chain}}，早于证书本身',
    issuer: '颁发者：{{issuer}}',
    domains: '域名：{{domains}}',
  },
  dialog: {
    report: '保存报告',
    timeline: '保存时间线',
    json: 'JSON',
    csv: 'CSV',
    markdown: 'Markdown',
    ics: '日历',
  },
};
