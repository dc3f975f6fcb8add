import type { errors as english } from '../en/errors.ts';
import type { Translation } from '../types.ts';
import { inputErrors } from './inputErrors.ts';
import { serviceErrors } from './serviceErrors.ts';

export const errors: Translation<typeof english> = {
  ...serviceErrors,
  ...inputErrors,
  keychainSaid: '系统返回的信息：“{{detail}}”。',
  keychainMissing: {
    bus: '当前会话没有消息总线（D-Bus），无法使用钥匙串、托盘图标和通知。其他功能不受影响。',
    service: '当前会话中没有程序提供 Secret Service（{{name}}）。',
    library: '缺少库 {{name}}，或无法加载。',
  },
  tokenMissing: {
    title: '没有访问令牌',
    why: '本机没有保存此连接的令牌，NotAfter 无法访问服务。',
    next: '请打开该连接并填写访问令牌。',
  },
  keychainLocked: {
    title: '系统钥匙串已锁定',
    why: '访问令牌保存在其中。',
    next: '请解锁钥匙串，然后重试。',
    nextLinux:
      '请解锁钥匙串：打开“密码和密钥”（Seahorse）或 KWallet，解锁登录钥匙串；也可以注销后重新登录。然后重试。',
    nextMac: '请打开“钥匙串访问”，解锁“登录”钥匙串，然后重试。',
    nextWindows: '请注销 Windows 并重新登录，然后重试。',
  },
  keychainDenied: {
    title: '系统钥匙串拒绝访问',
    why: 'NotAfter 请求读取访问令牌，但请求被拒绝或未获允许。',
    next: '请重试，并在系统询问时选择允许。',
  },
  keychainTimedOut: {
    title: '系统钥匙串没有响应',
    why: '系统钥匙串未能及时响应，可能有一个要求输入密码的窗口正在等待。',
    next: '请找到该窗口并完成操作，然后重试。',
  },
  keychainUnavailable: {
    title: '没有可用的系统钥匙串',
    why: 'NotAfter 只将访问令牌保存在系统钥匙串中，但没有找到可用的钥匙串。',
    next: '请先设置系统钥匙串，然后重试。',
    nextLinux:
      '请安装并启动一种 Secret Service：gnome-keyring、KWallet（KDE），或启用了 Secret Service 集成的 KeePassXC，并安装 libsecret 库。然后重试。',
    nextMac: '请打开“钥匙串访问”，确认“登录”钥匙串存在且已解锁，然后重试。',
    nextWindows: '请在“服务”中确认“Credential Manager”（凭据管理器）正在运行，然后重试。',
  },
  noKeychain: {
    title: '没有系统钥匙串',
    why: '无窗口运行的 NotAfter 不保存任何机密：它从 $CREDENTIALS_DIRECTORY 的文件中读取访问令牌，但没有找到。',
    next: '请将服务地址和令牌写入该文件夹的文件中，例如连接“Production”的文件为 notafter-token-production。属于其他用户或其他人可以修改的文件夹不会被读取。',
  },
  secretMissing: {
    title: '缺少签名密钥',
    why: '系统钥匙串中已没有此接收地址的签名密钥，无法校验推送，推送会被拒绝。',
    next: '请为该接收地址重新添加签名密钥，然后移除缺失的密钥。',
  },
  vaultKey: {
    missing: {
      title: '缺少保险库密钥',
      why: '推送的私钥以加密方式保存，而系统钥匙串中已没有用于解密的密钥。',
      next: '如有钥匙串备份，请恢复后重试。否则请使用新的保险库密钥，此前保存的私钥将丢失。',
    },
    wrong: {
      title: '保险库密钥不匹配',
      why: '推送的私钥以加密方式保存，而系统钥匙串中的密钥无法解密这些私钥。',
      next: '如有钥匙串备份，请恢复后重试。否则请使用新的保险库密钥，此前保存的私钥将丢失。',
    },
  },
  keyGone: {
    title: '私钥已不在本机',
    why: '推送的私钥在导出后、保留期满后，或因只能暂存而在重新启动后，会被移除。',
    next: '请在导出时不选择私钥，或让服务重新推送该证书。',
  },
  pkcs12: {
    wrongPassphrase: {
      title: '密码无法打开该文件',
      why: '此 PKCS#12 文件使用了另一个密码，或之后被改动过。',
      next: '请重新输入密码。如已遗失，请使用新密码重新导出。',
    },
    damaged: {
      title: '无法读取 PKCS#12 文件',
      why: '文件已损坏、不完整，或属于 NotAfter 不支持读取的类型。',
      next: '请重新导出该文件。',
    },
    keyKindNotSupported: {
      title: '此类密钥不适用于该 PKCS#12 文件',
      why: '此格式所面向的程序不支持此类密钥，例如兼容格式不支持 Ed25519。',
      next: '请选择现代格式或 PEM 文件，或改为签发 RSA 或 ECDSA 证书。',
    },
    differs: {
      title: '加密文件与预期不符',
      why: '写入后重新打开该文件，其中的私钥或证书与应写入的内容不一致。',
      next: '请检查磁盘，以及是否有其他程序在改动此文件夹中的文件，然后重新导出。',
    },
  },
  storage: {
    full: {
      title: '磁盘空间已满',
      why: 'NotAfter 的数据库没有剩余空间，无法保存新信息。',
      next: '请清理磁盘空间。之前保存的内容不受影响。',
    },
    readOnly: {
      title: '无法写入数据库',
      why: 'NotAfter 的数据文件夹为只读。',
      next: '请为当前用户授予写入权限，然后重新启动 NotAfter。',
    },
    locked: {
      title: '数据库正在被占用',
      why: '其他程序打开了 NotAfter 的数据库。',
      next: '请关闭该程序（可能是备份或同步工具），然后重试。',
    },
    damaged: {
      title: '数据库已损坏',
      why: '无法完整读取 NotAfter 的数据库。',
      next: '请重新启动 NotAfter，届时可以保留副本并使用空数据库。',
    },
    other: {
      title: '保存失败',
      why: 'NotAfter 的数据库报告了故障。',
      next: '请重试。如持续出现，请重新启动 NotAfter。',
    },
  },
  internal: {
    title: 'NotAfter 出现内部错误',
    why: 'NotAfter 自身的故障中断了此操作，详情见日志。',
    next: '请重试。如再次出现，请附上诊断信息报告此问题。',
  },
  loginStart: {
    notWritten: {
      title: '无法更改登录时启动',
      why: '无法更改启动项“{{name}}”（{{code}}）。',
      next: '请检查该文件及其文件夹的权限以及磁盘空间，然后重试。',
    },
    refused: {
      title: '无法更改登录时启动',
      why: '系统未接受此更改。',
      next: '请在系统设置的登录项中找到 NotAfter 并允许它。',
    },
  },
  shortcut: {
    title: '未能设置快捷键',
    why: '这些按键已被其他程序或桌面占用，或桌面不允许程序设置快捷键。',
    next: '请选择其他按键，或在桌面的键盘设置中绑定命令“notafter quick”。',
  },
  consent: {
    declined: {
      title: '未确认',
      why: '您在确认框中选择了取消。',
      next: '未做任何改动。如仍需要，请重试。',
    },
    tooLong: {
      title: '内容过长，无法确认',
      why: '此操作需要您确认，但内容超出了确认框可供阅读的范围（最多 12 行、600 个字符）。',
      next: '请缩短内容：选择较短的路径或名称，或将较长的命令写入脚本。',
    },
    notFocused: {
      title: 'NotAfter 窗口不在前台',
      why: '只有在您使用该窗口时才能执行此操作。',
      next: '请点击窗口，然后重试。',
    },
    otherQuestion: {
      title: '另一个确认框尚未关闭',
      why: 'NotAfter 一次只询问一个问题。',
      next: '请先回答已打开的确认框，然后重试。',
    },
  },
  tooOften: {
    title: '操作过于频繁',
    why: 'NotAfter 限制了此操作的频率。',
    next: '请稍候，然后重试。',
    nextKnown: '请在 {{wait}}后重试。',
  },
  busy: {
    title: 'NotAfter 正在处理',
    why: '相同的操作仍在进行中。',
    next: '请等待完成后重试。',
  },
  cancelled: {
    title: '已取消',
    why: '操作在完成之前已停止。',
    next: '需要时可以重新开始。',
  },
};
