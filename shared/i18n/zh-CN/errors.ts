import type { errors as english } from '../en/errors.ts';
import type { Translation } from '../types.ts';

export const errors: Translation<typeof english> = {
  theService: '该服务',
  serviceSaid: '服务返回的信息：“{{detail}}”。',
  keychainSaid: '系统返回的信息：“{{detail}}”。',
  keychainMissing: {
    bus: '当前会话没有消息总线（D-Bus），无法访问钥匙串。',
    service: '当前会话中没有程序提供 Secret Service（{{name}}）。',
    library: '缺少库 {{name}}，或无法加载。',
  },
  unauthorized: {
    title: '访问令牌被拒绝',
    why: '{{service}} 返回状态码 {{status}}，不接受此令牌。令牌可能已被吊销、已过期，或属于其他账号。',
    next: '请在服务控制台右上角菜单进入“接口安全”页面，新建访问令牌，然后更换此连接的令牌。',
  },
  unknownRid: {
    title: '服务中没有此 rid',
    why: '{{service}} 中没有此 rid 对应的订单，或当前令牌无权查看。',
    next: '请与服务控制台中的 rid 核对，并确认订单与令牌属于同一账号。',
  },
  rateLimited: {
    title: '服务要求放慢请求',
    why: '{{service}} 收到的请求过多，要求 NotAfter 稍后再试。',
    next: '无需操作，NotAfter 会等待后自动重试。',
    nextKnown: '无需操作，NotAfter 将在 {{wait}}后自动重试。',
  },
  serverError: {
    title: '服务端出现故障',
    why: '{{service}} 返回状态码 {{status}}，说明服务端自身出错。',
    next: 'NotAfter 会自动重试。如持续出现，请联系服务的管理员。',
    nextKnown: '按照服务的要求，NotAfter 将在 {{wait}}后重试。如持续出现，请联系服务的管理员。',
  },
  unexpectedStatus: {
    title: '服务返回了意外的结果',
    why: '{{service}} 返回状态码 {{status}}，Open API 不会使用该状态码。',
    next: '请检查连接的服务地址，该地址上可能运行着其他程序。',
  },
  redirected: {
    title: '该地址跳转到了别处',
    why: '{{service}} 返回了重定向（状态码 {{status}}）。访问令牌只能发送到所配置的地址，因此 NotAfter 不会跟随跳转。',
    next: '请在浏览器中打开服务地址，查看最终地址，并填入连接。',
    location: '跳转目标：{{location}}。',
  },
  tooLarge: {
    title: '返回内容过大',
    why: '{{service}} 返回的内容超过 {{limit}}，远大于证书及证书链应有的大小，NotAfter 已停止读取。',
    next: '请检查连接的服务地址，该地址可能不是 Open API。',
  },
  invalidResponse: {
    html: {
      title: '返回的是网页，而不是证书数据',
      why: '{{service}} 返回了 HTML 页面，可能是登录页、网络认证页或其他网站。',
      next: '请检查服务地址，并确认当前网络是否需要先登录认证。',
    },
    notJson: {
      title: '无法读取返回内容',
      why: 'Open API 此处应返回 JSON，但 {{service}} 返回的不是 JSON。',
      next: '请检查连接的服务地址，该地址可能不是 Open API。',
    },
    errorEnvelope: {
      title: '服务报告了错误',
      why: '{{service}} 已响应，但返回内容表明请求失败。',
      next: '请在服务控制台检查 rid 和订单状态。',
    },
    noMaterial: {
      title: '返回内容中没有证书',
      why: '{{service}} 返回了 JSON，但返回内容和下载接口中都没有证书。',
      next: '请在服务控制台确认该订单的证书已签发，并检查服务地址是否为 Open API 的地址。',
    },
    empty: {
      title: '返回内容为空',
      why: '{{service}} 接受了请求，但没有返回任何内容。',
      next: '请在服务控制台确认该订单的证书已签发。',
    },
    notText: {
      title: '返回内容不是文本',
      why: '此处应为文本，但 {{service}} 返回了二进制数据。',
      next: '请检查连接的服务地址，该地址可能不是 Open API。',
    },
    cutShort: {
      title: '返回内容不完整',
      why: '内容尚未接收完，与 {{service}} 的连接就已断开。',
      next: 'NotAfter 会自动重试。如每次都出现，可能是途中的代理或防火墙切断了连接。',
    },
    contentEncoding: {
      title: '返回内容的压缩方式未知',
      why: 'NotAfter 未请求压缩，但 {{service}} 返回了压缩内容。',
      next: '如经过代理，请检查代理设置；否则请联系服务的管理员。',
    },
  },
  invalidMaterial: {
    pemMissing: {
      title: '{{part}}不是 PEM 文本',
      why: '{{service}} 返回的{{part}}中没有 PEM 内容。',
      next: '请在服务控制台查看该订单。之前已获取的信息会保留。',
    },
    chainMissing: {
      title: '没有证书链',
      why: '{{service}} 返回的内容中没有证书链，因此无法写入证书链文件。',
      next: '请在导出时不选择证书链文件，或联系服务管理员提供证书链。',
    },
    pemTruncated: {
      title: '{{part}}不完整',
      why: '{{part}}中的 PEM 只有开头，没有结尾。',
      next: '请重新同步。如仍然如此，请在服务控制台查看该订单。之前已获取的信息会保留。',
    },
    keyInPlaceOfCertificate: {
      title: '应为证书，却收到了私钥',
      why: '{{service}} 在{{part}}的位置返回了私钥，NotAfter 已立即丢弃。',
      next: '请告知服务的管理员：此处不应返回私钥。',
    },
    certificateInPlaceOfKey: {
      title: '应为私钥，却收到了证书',
      why: '{{service}} 在私钥的位置返回了证书。',
      next: '请在服务控制台查看该订单。之前已获取的信息会保留。',
    },
    unreadable: {
      title: '无法读取{{part}}',
      why: '内容是 PEM 格式，但已损坏或类型未知。',
      next: '请在服务控制台查看该订单。之前已获取的信息会保留。',
    },
    encryptedKey: {
      title: '私钥已加密',
      why: '{{service}} 返回的私钥受密码保护，无法与证书核对。',
      next: '请在服务控制台为该订单使用不带密码的私钥。',
    },
    keyMismatch: {
      title: '私钥与证书不匹配',
      why: '{{service}} 返回的私钥与证书不是一对，服务器使用它们将无法启动。',
      next: '可能正在续期，请几分钟后重新同步。如仍然如此，请在服务控制台查看该订单。',
    },
    leafMissing: {
      title: '缺少服务器证书',
      why: '{{service}} 返回的全部是 CA 证书，其中没有服务器证书。',
      next: '请在服务控制台查看该订单。之前已获取的信息会保留。',
    },
    partsDisagree: {
      title: '各部分内容不一致',
      why: '{{service}} 返回的完整证书、服务器证书和证书链不属于同一套证书。',
      next: '可能正在续期，请几分钟后重新同步。如仍然如此，请在服务控制台查看该订单。',
    },
    tooManyCertificates: {
      title: '证书链中的证书过多',
      why: '{{service}} 返回的证书数量远超证书链所需。',
      next: '请检查服务地址和 rid，返回的可能是 CA 列表而不是订单。',
    },
  },
  parts: {
    key: '私钥',
    certificate: '完整证书',
    certificateServer: '服务器证书',
    certificateChain: '证书链',
    latest: '证书数据',
  },
  network: {
    hostNotFound: {
      title: '找不到主机',
      why: '无法解析 {{service}} 的地址（{{code}}）。',
      next: '请检查服务地址的拼写。如该域名只在公司内网可用，请先连接公司网络或 VPN。',
    },
    refused: {
      title: '连接被拒绝',
      why: '{{service}} 所在的主机可达，但该端口没有程序接受连接（{{code}}）。',
      next: '请检查服务地址中的端口，并确认服务正在运行。',
    },
    reset: {
      title: '连接被中断',
      why: '{{service}} 或途中的设备关闭了连接（{{code}}）。',
      next: 'NotAfter 会自动重试。如持续出现，请确认防火墙或代理是否拦截了该地址。',
    },
    unreachable: {
      title: '无法访问服务',
      why: '本机没有到达 {{service}} 的网络路径（{{code}}）。',
      next: '请检查网络；如服务位于公司内网，请检查 VPN。',
    },
    proxy: {
      title: '代理未放行请求',
      why: '系统设置了代理，但代理拒绝或未能连接 {{service}}（{{code}}）。',
      next: '请检查系统网络设置中的代理，并确认代理允许访问该地址。',
    },
    other: {
      title: '连接失败',
      why: '连接 {{service}} 的途中出现网络故障（{{code}}）。',
      next: 'NotAfter 会自动重试。如持续出现，请检查网络和服务地址。',
    },
  },
  tls: {
    notTrusted: {
      title: '服务的证书不受信任',
      why: '{{service}} 的证书不是由本机信任的 CA 签发的（{{code}}）。',
      next: '如贵公司有自建 CA，请在连接中选择其 CA 文件。否则请勿继续，通信可能被窃听。',
    },
    selfSigned: {
      title: '服务使用自签名证书',
      why: '{{service}} 的证书由其自身签名，没有 CA 为其签发（{{code}}）。',
      next: '如果这是您自己的服务，请在连接中选择该证书作为 CA 文件。否则请勿继续，通信可能被窃听。',
    },
    expired: {
      title: '服务自身的证书已过期',
      why: '{{service}} 自身使用的证书已不在有效期内（{{code}}）。',
      next: '请检查本机时间。如时间正确，请告知服务的管理员。',
    },
    notYetValid: {
      title: '服务自身的证书尚未生效',
      why: '{{service}} 自身使用的证书的生效时间在将来（{{code}}）。',
      next: '请检查本机时间。如时间正确，请告知服务的管理员。',
    },
    wrongHost: {
      title: '证书与主机名不符',
      why: '{{service}} 出示的证书不是为该主机名签发的（{{code}}）。',
      next: '请检查服务地址的拼写。如拼写正确，请勿继续，响应的可能是另一台机器。',
    },
    protocol: {
      title: '无法协商安全连接',
      why: '{{service}} 在该端口不支持 TLS，或只支持过旧的版本（{{code}}）。',
      next: '请检查服务地址中的端口，并确认服务支持 TLS 1.2 或更高版本。',
    },
    other: {
      title: '安全连接失败',
      why: '无法与 {{service}} 建立 TLS 连接（{{code}}）。',
      next: '如持续出现，请将此代码提供给服务或网络的管理员。',
    },
  },
  timeout: {
    connect: {
      title: '服务没有响应',
      why: '未能及时与 {{service}} 建立连接。',
      next: '请检查服务地址及端口；如服务位于公司内网，请检查 VPN。',
    },
    headers: {
      title: '服务响应过慢',
      why: '{{service}} 接受了连接，但迟迟没有开始响应。',
      next: 'NotAfter 会自动重试。如持续出现，请联系服务的管理员。',
    },
    total: {
      title: '接收响应超时',
      why: '未能及时接收完 {{service}} 的响应。',
      next: 'NotAfter 会自动重试。如持续出现，请检查网络速度。',
    },
  },
  offline: {
    title: '本机已离线',
    why: '当前没有网络连接。',
    next: '网络恢复后，NotAfter 会立即重试。',
  },
  tokenMissing: {
    title: '没有访问令牌',
    why: '本机没有保存此连接的令牌，NotAfter 无法访问服务。',
    next: '请打开该连接并填写访问令牌。',
  },
  keychainLocked: {
    title: '系统钥匙串已锁定',
    why: '访问令牌保存在系统钥匙串中，而钥匙串目前处于锁定状态。',
    next: '请解锁钥匙串，然后重试。',
    nextLinux:
      '请解锁密钥环：打开“密码和密钥”（Seahorse）或 KWallet，解锁登录密钥环；也可以注销后重新登录。然后重试。',
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
  secretMissing: {
    title: '缺少签名密钥',
    why: '系统钥匙串中已没有此接收地址的签名密钥，无法校验推送，推送会被拒绝。',
    next: '请为该接收地址重新添加签名密钥，然后移除缺失的密钥。',
  },
  vaultKey: {
    missing: {
      title: '缺少保险库密钥',
      why: '推送的私钥以加密方式保存，而系统钥匙串中已没有用于解密的密钥。',
      next: '如有钥匙串备份，请恢复后重试。否则请使用新的保险库密钥重新开始，此前保存的私钥将被放弃。',
    },
    wrong: {
      title: '保险库密钥不匹配',
      why: '推送的私钥以加密方式保存，而系统钥匙串中的密钥无法解密这些私钥。',
      next: '如有钥匙串备份，请恢复后重试。否则请使用新的保险库密钥重新开始，此前保存的私钥将被放弃。',
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
      title: 'PKCS#12 文件与预期不符',
      why: '写入后重新打开该文件，其中的私钥或证书与应写入的内容不一致。',
      next: '请检查磁盘，以及是否有其他程序在改动此文件夹中的文件，然后重新导出。',
    },
  },
  invalidInput: {
    title: {
      name: '此名称不可用',
      baseUrl: '此服务地址不可用',
      token: '此令牌不可用',
      rid: '此 rid 不可用',
      alias: '此别名不可用',
      caFile: '此 CA 文件不可用',
      settings: '这些设置不可用',
      arguments: '输入的内容不可用',
      path: '此路径不可用',
      secret: '此签名密钥不可用',
      address: '无法监听此地址',
      port: '此端口不可用',
      tlsFile: '这些 TLS 文件不可用',
      allowedHosts: '其中有主机名不可用',
      sourceAddresses: '其中有来源地址不可用',
      trustedProxies: '其中有代理地址不可用',
      publicUrl: '此公网地址不可用',
      passphrase: '此密码不可用',
    },
    why: {
      empty: '尚未填写。',
      tooLong: '内容过长。',
      notAUrl: '不是有效的网址。',
      httpsOnly: '必须以 https:// 开头，只有本机地址可以使用 http://。',
      credentialsInUrl: '其中包含用户名或密码。',
      queryInUrl: '其中包含查询参数（“?”之后）或片段（“#”之后）。',
      controlCharacters: '其中包含换行等不可见字符。',
      notHeaderSafe: '其中包含空格或令牌中不允许的字符。',
      notACertificate: '其中没有 PEM 格式的证书。',
      outOfRange: '有数值超出允许的范围。',
      alreadyExists: '已存在相同的内容。',
      unknownConnection: '所属的连接已不存在。',
      notAnAddress: '不是有效的 IP 地址。',
      notAHost: '不是有效的主机名。',
      exposureNotAccepted: '其他计算机将可以访问，而您尚未确认允许这样做。',
      plainHttpNotAccepted: '其他计算机将可以不经 TLS 加密访问，而您尚未确认允许这样做。',
      keyMismatch: '证书与私钥不是一对。',
      tooShort: '内容过短。',
      tooMany: '数量过多。',
      malformed: '格式不符合要求。',
      beyondBmp: '其中包含部分程序无法识别的字符，例如表情符号。',
    },
    next: {
      name: '请填写一个便于区分的简短名称。',
      baseUrl: '请按 https://主机名 的形式填写；如服务使用端口或路径，请一并填写。',
      token: '请在服务控制台复制完整的令牌，不要包含空格。',
      rid: '请从服务控制台复制订单的 rid。',
      alias: '请填写较短的名称，或留空。',
      caFile: '请选择包含 CA 证书的 PEM 文件。',
      settings: '请修改标出的数值，原有设置继续生效。',
      arguments: '请修改后重试。',
      path: '请填写以“/”开头且未被其他接收地址使用的路径，或由 NotAfter 生成。',
      secret: '请在服务控制台复制完整的签名密钥，或由 NotAfter 生成。',
      address: '请填写本机的 IP 地址。127.0.0.1 只能从本机访问。',
      port: '请填写 1 到 65535 之间的数字；低于 1024 的端口通常需要特殊权限。',
      tlsFile: '请选择包含证书及证书链的 PEM 文件，以及包含对应的未加密私钥的 PEM 文件。',
      allowedHosts: '请填写主机名，例如 hooks.example.com，每行一个。',
      sourceAddresses: '请填写 IP 地址（例如 203.0.113.7）或网段（例如 203.0.113.0/24），每行一个。',
      trustedProxies: '请填写 IP 地址（例如 203.0.113.7）或网段（例如 203.0.113.0/24），每行一个。',
      publicUrl: '请填写提供给服务的地址，例如 https://hooks.example.com。',
      passphrase: '请填写不超过 1024 个字符的密码，或由 NotAfter 生成。',
    },
  },
  unknownId: {
    title: '该项已不存在',
    why: '所选内容已在此期间被移除。',
    next: '请关闭此窗口，从当前列表中重新选择。',
  },
  fileSystem: {
    notFound: {
      title: '找不到“{{name}}”',
      why: '该文件或文件夹不存在（{{code}}）。',
      next: '请重新选择。',
    },
    permission: {
      title: '没有“{{name}}”的权限',
      why: '当前用户无权在此读取或写入（{{code}}）。',
      next: '请选择您自己的文件夹，或修改其权限。',
    },
    noSpace: {
      title: '磁盘空间已满',
      why: '写入“{{name}}”时空间不足（{{code}}）。',
      next: '请清理空间或选择其他磁盘，然后重新导出。',
    },
    readOnly: {
      title: '磁盘为只读',
      why: '“{{name}}”所在的磁盘不可写入（{{code}}）。',
      next: '请选择其他磁盘上的文件夹。',
    },
    nameTooLong: {
      title: '路径过长',
      why: '文件系统不支持“{{name}}”这样长的路径（{{code}}）。',
      next: '请选择层级更浅的文件夹。',
    },
    notADirectory: {
      title: '“{{name}}”不是文件夹',
      why: '需要文件夹的位置上是一个文件（{{code}}）。',
      next: '请选择其他文件夹，或移走该文件。',
    },
    symlink: {
      title: '“{{name}}”是符号链接',
      why: '通过符号链接写入可能会把私钥写到意料之外的位置，因此 NotAfter 不会这样做。',
      next: '请选择实际的文件夹，或删除该链接。',
    },
    notRegular: {
      title: '“{{name}}”不是普通文件',
      why: '要写入文件的位置上是设备、管道或文件夹。',
      next: '请选择其他文件夹，或将其移走。',
    },
    outside: {
      title: '“{{name}}”不在所选文件夹内',
      why: '该路径指向所选文件夹之外，因此没有写入任何内容。',
      next: '请选择其他文件夹。',
    },
    writableByOthers: {
      title: '其他用户可以写入“{{name}}”',
      why: '本机的其他用户可以替换此文件夹中的文件，因此不会在此写入私钥。',
      next: '请选择只有您可以写入的文件夹。',
    },
    exists: {
      title: '“{{name}}”已存在',
      why: '未经确认，NotAfter 不会替换已有文件。',
      next: '请选择替换已有文件，或选择其他文件夹。',
    },
    modeNotKept: {
      title: '无法保护“{{name}}”',
      why: '此文件系统不保存文件权限，其他人可能读取其中的私钥。',
      next: '请选择本机磁盘上的文件夹。',
    },
    changed: {
      title: '写入期间“{{name}}”发生了变化',
      why: '其他程序同时修改了该文件或其所在文件夹，因此没有替换任何文件。',
      next: '请关闭正在使用该文件夹的程序，然后重新导出。',
    },
    other: {
      title: '写入“{{name}}”失败',
      why: '系统报告了故障（{{code}}）。',
      next: '请重试，或选择其他文件夹。',
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
      next: '请重新启动 NotAfter，届时可以保留副本并重新开始。',
    },
    other: {
      title: '保存失败',
      why: 'NotAfter 的数据库报告了故障。',
      next: '请重试。如持续出现，请重新启动 NotAfter。',
    },
  },
  loginStart: {
    notWritten: {
      title: '无法更改登录时启动',
      why: '无法更改启动项“{{name}}”（{{code}}）。',
      next: '请检查该文件及其文件夹的权限以及磁盘空间，然后重新保存设置。',
    },
    refused: {
      title: '无法更改登录时启动',
      why: '系统未接受此更改。',
      next: '请在系统设置的登录项中找到 NotAfter 并允许它。',
    },
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
