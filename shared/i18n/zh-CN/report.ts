import type { report as english } from '../en/report.ts';
import type { Translation } from '../types.ts';

export const report: Translation<typeof english> = {
  title: 'NotAfter：{{date}}',
  about_other: '共 {{count, number}} 个订单，NotAfter {{version}}。时间均为 UTC。',
  heading: '{{group}}（{{size}}）',
  group: {
    expired: '正在提供已过期的证书',
    different: '正在提供其他来源的证书',
    stale: '仍在使用旧证书',
    faulty: '证书正确，但存在问题',
    unreachable: '未能取得证书',
    unknown: '尚未检查',
    inStep: '一致',
    none: '没有副本和端点',
  },
  column: {
    order: '订单',
    connection: '连接',
    status: '状态',
    notAfter: '到期',
    left: '剩余',
    renewal: '续期',
    places: '位置',
  },
  verdict: {
    expired: '已过期',
    different: '其他来源',
    stale: '旧证书',
    faulty: '存在问题',
    unreachable: '未能取得证书',
    unknown: '尚未检查',
    inStep: '一致',
  },
  copy: {
    fresh: '与写入时相同',
    stale: '旧证书',
    wider: '他人可读',
    unreadable: '无法读取',
    missing: '缺失',
    changed: '已被修改',
  },
  place: {
    is: '{{place}}：{{state}}',
    separator: '；',
    addresses: '{{verdict}}（{{addresses}} 个地址中的 {{affected}} 个）',
    until: '{{place}}，至 {{date}}',
  },
  renewal: {
    notDue: '应于 {{date}} 续期',
    due: '自 {{date}} 起应续期',
    overdue: '已逾期 {{time}}',
  },
  calendar: {
    summary: '证书到期：{{name}}',
    order: '{{connection}} 的订单 {{rid}}',
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
