import type { alertChannels as english } from '../en/alertChannels.ts';
import type { Translation } from '../types.ts';

export const alertChannels: Translation<typeof english> = {
  command: {
    title: '通知命令',
    about:
      '以 JSON 格式将每条通知写入命令的标准输入。通知暂停时不运行；失败后最多重试 3 次。不含密钥和令牌。',
    commandHint:
      '例如 /usr/bin/curl -fsS --json @- https://hooks.example.com。不带路径的名称会在保存时解析为完整路径。',
    save: '保存命令',
    remove: '移除',
    removeFailed: '命令未移除',
    consent: {
      title: '每次通知时都运行此命令？',
      text: '每次通知时，NotAfter 都会以用户 {{user}} 的身份在 {{home}} 中运行此程序及其参数，不经过 shell。程序会读取订单的名称、日期和标签，但不包含密钥和令牌。',
      agree: '每次通知时运行',
    },
    silenced: { removed: '已移除用于通知的命令。' },
  },
  webhook: {
    title: '通知 Webhook',
    about:
      '以 JSON 格式将每条通知发送到一个地址，并按 Standard Webhooks 签名。通知暂停时不发送；失败后 18 小时内最多重试 6 次。不含密钥和令牌。',
    url: 'Webhook 地址',
    urlHint: '使用 https；只有本机地址可以使用 http。不跟随重定向。',
    save: '保存 Webhook',
    remove: {
      button: '移除 Webhook',
      question: '要移除此 Webhook 吗？',
      explained: '其密钥会被删除，等待发送的事件会被丢弃，接收方不再收到通知。',
      keep: '保留',
      confirm: '移除',
    },
    secret: {
      replace: {
        question: '要更换 Webhook 的密钥吗？',
        explained: '接收方在使用新密钥之前会拒绝事件。现有密钥无法恢复。',
        keep: '保留密钥',
        confirm: '生成新密钥',
      },
      title: 'Webhook 签名密钥',
      enter: '填写密钥…',
      make: '生成新密钥',
      made: '已生成密钥。请立即复制到接收方：只能复制一次，30 秒后会从剪贴板清除。',
      copy: '复制密钥（一次）',
      label: '新密钥',
      hint: '由接收方提供：whsec_ 加 24 到 64 字节的 base64。它会替换当前密钥。',
      save: '保存密钥',
    },
    gone: 'Webhook 已关闭：接收方已停用',
    goneText: '接收方返回 410，表示不再接收事件。等待发送的事件已丢弃。',
    turnOn: '重新启用',
    consent: {
      title: '将通知发送到此地址？',
      titleSameHost: '将通知发送到同一主机的另一个地址？',
      text: 'NotAfter 会把您选择的每个通知发送到此地址：包括订单的名称、日期和标签，以及主机和文件夹，但不包含密钥和令牌。',
      agree: '发送通知',
    },
    silenced: {
      removed: '用于通知的 Webhook 已移除或更换了地址。',
      events: 'Webhook 接收的通知种类减少了。',
      secret: '用于通知的 Webhook 更换了签名密钥，接收方也需要更新。',
    },
  },
  test: '发送测试事件',
  waiting_other: '{{count, number}} 个事件等待发送。下次尝试：{{time}}',
  which: '要发送的事件',
  event: {
    expiring: '证书即将到期',
    expired: '证书已过期',
    renewed: '证书已续期',
    notDeployed: '服务器上的证书不正确',
    unconfirmed: '订单一天未确认',
    tokenRejected: '访问令牌被拒绝',
    deliveryWaiting: '推送等待您处理',
    filesUpdated: '导出的文件已更新',
    filesNeedAttention: '导出的文件需要处理',
  },
  lastFailure: '上次失败',
  result: {
    none: '尚未发送任何事件。',
    done: '已发送。',
    testDone: '测试事件已发送。',
    sent: '已发送：接收方返回 {{status}}。',
    testSent: '测试事件已发送：接收方返回 {{status}}。',
    redirected: '未发送：接收方返回了重定向（{{status}}），NotAfter 不跟随重定向。请填写重定向后的地址。',
    refused: '未发送：接收方返回 {{status}}。',
    nextTry: '下次尝试：{{time}}。',
    onlyOnce: '测试事件只发送一次。',
    givenUp: '该事件已放弃。',
  },
};
