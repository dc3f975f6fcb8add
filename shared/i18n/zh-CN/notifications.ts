import type { notifications as english } from '../en/notifications.ts';
import type { Translation } from '../types.ts';

export const notifications: Translation<typeof english> = {
  expiringTitle: '{{title}} {{when}}',
  expiringBody: '证书有效期至 {{notAfter}}，请及时续期。',
  criticalTitle: '紧急：{{title}} {{when}}',
  criticalBody: '证书有效期至 {{notAfter}}，目前尚未续期。',
  expiredTitle: '{{title}} 的证书已过期',
  expiredBody: '证书已于 {{notAfter}} 到期。仍在使用该证书的站点会向访客显示警告。',
  when: {
    today: '今天到期',
    tomorrow: '明天到期',
    inDays_other: '{{count, number}} 天后到期',
  },
  severalTitle_other: '{{count, number}} 张证书需要处理',
  severalBody: '{{summary}}。最先到期：{{title}}。',
  renewedTitle: '{{title}} 已续期',
  renewedBody: '新证书有效期至 {{notAfter}}，请导出并部署。',
  renewalsTitle_other: '{{count, number}} 张证书已续期',
  renewalsBody: '包括：{{titles}}。请导出并部署。',
  unconfirmedTitle: '{{title}} 已一整天无法确认',
  unconfirmedBody: '“{{connection}}”没有给出它的证书，显示的内容可能已过时。',
  unconfirmedManyTitle_other: '“{{connection}}”有 {{count, number}} 个订单一整天无法确认',
  unconfirmedManyBody: '显示的内容可能已过时。请打开 NotAfter 查看原因。',
  mixedTitle_other: '{{count, number}} 条证书消息',
  mixedBody: '{{parts}}。',
  separator: '、',
  part: {
    rejected_other: '{{count, number}} 个令牌被拒绝',
    expiry_other: '{{count, number}} 张即将到期或已过期',
    unconfirmed_other: '{{count, number}} 个订单一整天未确认',
    renewed_other: '{{count, number}} 张已续期',
  },
  tokenRejectedTitle: '连接“{{connection}}”的访问令牌被拒绝',
  tokenRejectedBody_other: '更换令牌之前，该连接的 {{count, number}} 个订单将不再检查。',
};
