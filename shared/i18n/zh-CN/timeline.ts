import type { timeline as english } from '../en/timeline.ts';
import type { Translation } from '../types.ts';

export const timeline: Translation<typeof english> = {
  label: '订单时间线',
  tools: '时间线视图',
  order: '订单',
  time: '有效期',
  zoom: {
    label: '缩放',
    week: '周',
    month: '月',
    year: '年',
  },
  today: '今天',
  todayIs: '今天，{{date}}',
  quarter: '第 {{quarter}} 季度',
  until: '有效期至 {{date}}',
  noCertificate: '还没有证书',
  saidEnd: '服务端返回的到期日期：{{date}}',
  keys: '上下键切换订单，左右键切换该订单的证书，Shift 加左右键沿时间移动，加号和减号缩放，回车键打开订单。',
  legend: {
    label: '图例',
    present: '当前证书',
    notYetValid: '尚未生效',
    former: '旧证书',
    warning: '预警',
    critical: '紧急',
    expired: '已过期',
    usual: '通常或预计续期',
    renewed: '续期',
    saidEnd: '服务端返回的到期日期',
    today: '今天',
  },
  leaf: {
    present: '当前证书',
    former: '旧证书',
    from: '有效期自 {{date}}',
    until: '有效期至 {{date}}',
    renewed: '续期于 {{date}}',
    windows: '预警自 {{warning}} 起，紧急自 {{critical}} 起',
  },
  usual: {
    known_other: '通常在 {{date}} 前后续期，即到期前 {{lead}}（依据 {{count, number}} 次续期）',
    assumed: '预计在 {{date}}前续期，即到期前 {{lead}}（有效期的三分之一）',
  },
  save: {
    menu: '保存…',
    csv: '保存为 CSV…',
    ics: '保存日历（.ics）…',
    saved: '已保存为 {{name}}',
    failed: '无法保存时间线',
  },
};
