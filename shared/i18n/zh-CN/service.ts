import type { service as english } from '../en/service.ts';
import type { Translation } from '../types.ts';

export const service: Translation<typeof english> = {
  first: '{{order}}：已获取，有效期至 {{date}}',
  renewed: '{{order}}：已续期，有效期至 {{date}}',
  unchanged: '{{order}}：无变化',
  pollFailed: '{{order}}：{{title}}。{{why}}',
  works: '{{order}}：已恢复检查',
  connection: {
    active: '{{connection}}：服务有响应',
    rejected:
      '{{connection}}：服务拒绝了访问令牌（{{status}}）。请将有效的令牌写入“{{file}}”，该文件每 5 分钟重新读取一次；使用 systemd 的 LoadCredential= 时，更改后请重启服务。',
    probing: '{{connection}}：服务没有响应。{{why}}',
    waitingForToken:
      '{{connection}}：没有访问令牌。每 5 分钟查找一次令牌文件“{{file}}”；使用 systemd 的 LoadCredential= 时，更改后请重启服务。',
  },
  files: {
    rewritten: '{{order}}：{{folder}} 中的文件已更新',
    unproven: '{{order}}：{{folder}} 中的文件已更新，但未通过验证',
    commandFailed: '{{order}}：{{folder}} 中的文件已更新，但更新后的命令失败',
    changed: '{{order}}：未更新 {{folder}} 中的文件，因为其他程序修改或移除了部分文件',
    held: '{{order}}：未更新 {{folder}} 中的文件，因为新证书需核对',
    failed: '{{order}}：无法更新 {{folder}} 中的文件',
  },
  filesWhy: '{{said}}。{{why}}',
  command: '{{order}}：{{program}} {{ending}}',
  delivery: '{{name}}（{{hook}}）：{{verdict}}',
  refusedDelivery: '已拒绝来自 {{from}} 的推送。{{reason}}',
  vault: {
    keyMissing:
      '没有保险库密钥，因此无法解密推送的私钥，推送会被拒绝（503）。请将原来的密钥放回“notafter-vault-key”，然后重启服务。没有该密钥，已保存的私钥将丢失，并且只能在窗口中建立新的保险库。',
    keyWrong:
      '“notafter-vault-key”中的密钥与加密推送私钥所用的密钥不同，因此推送会被拒绝（503）。请放回原来的密钥，然后重启服务。没有该密钥，已保存的私钥将丢失，并且只能在窗口中建立新的保险库。',
  },
  clockRight: '本机时钟已恢复正常',
  listening: '正在 {{address}} 接收',
  notListening: '未接收：{{fault}}',
  reload: {
    begun: '正在重新读取配置',
    done: '已重新读取配置',
    change: '{{file}}：{{action}}{{kind}} {{name}}',
    unchanged: '{{file}}：没有更改',
    refused: '未使用 {{file}}，没有任何更改。{{why}}',
    exposes:
      '未使用 {{file}}，没有任何更改：它会使他人获得私钥，或关闭通知。请用“notafter config import --dry-run”查看，并以 --accept-warnings 启动。',
  },
  action: { added: '添加', changed: '更改', removed: '移除' },
};
