import type { serviceErrors as english } from '../en/serviceErrors.ts';
import type { Translation } from '../types.ts';

export const serviceErrors: Translation<typeof english> = {
  theService: '该服务',
  serviceSaid: '服务返回的信息：“{{detail}}”。',
  unauthorized: {
    title: '访问令牌被拒绝',
    why: '{{service}} 返回状态码 {{status}}。令牌可能已被吊销、已过期，或属于其他账号。',
    next: '请在服务控制台右上角菜单进入“接口安全”页面，新建访问令牌，并更换此连接的令牌。',
  },
  unknownRid: {
    title: '服务中没有此 rid',
    why: '{{service}} 中没有此 rid 对应的订单，或当前令牌无权查看。',
    next: '请与服务控制台中的 rid 核对，并确认订单与令牌属于同一账号。',
  },
  rateLimited: {
    title: '请求过于频繁',
    why: '{{service}} 要求 NotAfter 降低请求频率。',
    next: 'NotAfter 会自动重试，无需操作。',
    nextKnown: 'NotAfter 将按服务的要求在 {{wait}}后自动重试。',
  },
  serverError: {
    title: '服务端出错（{{status}}）',
    why: '{{service}} 返回状态码 {{status}}，服务端自身出错。',
    next: 'NotAfter 会自动重试。如持续出现，请联系服务管理员。',
    nextKnown: 'NotAfter 将按服务的要求在 {{wait}}后自动重试。如持续出现，请联系服务管理员。',
  },
  unexpectedStatus: {
    title: '服务返回了意外的状态码',
    why: '{{service}} 返回状态码 {{status}}，Open API 不会使用该状态码。',
    next: '请检查连接的服务地址，该地址上可能运行着其他程序。',
  },
  redirected: {
    title: '该地址发生重定向',
    why: '{{service}} 返回了重定向（状态码 {{status}}）。访问令牌只会发送到所配置的地址，因此 NotAfter 不会跟随重定向。',
    next: '请在浏览器中打开服务地址，查看最终地址，并填入连接。',
    location: '重定向目标：{{location}}。',
  },
  tooLarge: {
    title: '返回内容过大',
    why: '{{service}} 返回的内容超过 {{limit}}，远大于证书及证书链应有的大小，NotAfter 已停止读取。',
    next: '请检查连接的服务地址，该地址可能不是 Open API。',
  },
  invalidResponse: {
    html: {
      title: '收到的是网页，而不是证书数据',
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
      next: '如经过代理，请检查代理设置；否则请联系服务管理员。',
    },
    unaskedContinue: {
      title: '服务返回了未请求的“100 Continue”',
      why: '{{service}} 或其前面的代理对没有正文的请求返回了“100 Continue”，NotAfter 无法读取其后的内容。',
      next: '如经过代理，请检查代理设置；否则请告知服务管理员。',
    },
    excessData: {
      title: '响应中的多余数据过多',
      why: '{{service}} 或其前面的代理发送的数据远多于响应所需，NotAfter 已停止读取。',
      next: '如经过代理，请检查代理设置；否则请联系服务管理员。',
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
      next: '请告知服务管理员：此处不应返回私钥。',
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
    notDated: {
      title: '无法读取{{part}}的有效期',
      why: '其中有证书的有效期写法不符合 RFC 5280。OpenSSL 和浏览器会拒绝该证书，NotAfter 也无法得知其到期时间。',
      next: '请重新签发证书。之前已获取的信息会保留。',
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
      title: '各部分证书不一致',
      why: '{{service}} 返回的完整证书链、服务器证书和证书链不属于同一套证书。',
      next: '可能正在续期，请几分钟后重新同步。如仍然如此，请在服务控制台查看该订单。',
    },
    tooManyCertificates: {
      title: '证书链中的证书过多',
      why: '{{service}} 返回的证书超过 20 张或 100 KiB，而证书链通常只有 2 到 5 张证书。',
      next: '请检查服务地址和 rid，返回的可能是 CA 列表而不是订单。',
    },
    pkcs7: {
      title: '{{part}}是 PKCS#7，不是 PEM',
      why: '{{service}} 在{{part}}的位置返回了 PKCS#7 文件（.p7b）。',
      next: '请在服务控制台选择 PEM 格式，或联系服务管理员。之前已获取的信息会保留。',
    },
    pkcs12: {
      title: '{{part}}是 PKCS#12，不是 PEM',
      why: '{{service}} 在{{part}}的位置返回了 PKCS#12 文件（.p12、.pfx）。该文件已加密，NotAfter 无法读取。',
      next: '请在服务控制台选择 PEM 格式，或联系服务管理员。之前已获取的信息会保留。',
    },
    keyNotSupported: {
      title: '不支持此类私钥',
      why: 'NotAfter 无法核对此类私钥与证书，大多数服务器也无法使用。',
      next: '请申请使用 RSA 密钥或 P-256、P-384 曲线 ECDSA 密钥的证书。如需导出这张证书，请不要选择私钥。',
    },
  },
  parts: {
    key: '私钥',
    certificate: '完整证书链',
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
      title: '网络不可达',
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
      next: '如贵公司有自建 CA，请在连接中选择其 CA 文件。否则请停止操作，通信可能被窃听。',
    },
    selfSigned: {
      title: '服务使用自签名证书',
      why: '{{service}} 的证书由其自身签名，没有 CA 为其签发（{{code}}）。',
      next: '如果这是您自己的服务，请在连接中选择该证书作为 CA 文件。否则请停止操作，通信可能被窃听。',
    },
    expired: {
      title: '服务自身的证书已过期',
      why: '{{service}} 自身使用的证书已不在有效期内（{{code}}）。',
      next: '请检查本机时钟，可能偏快。如时钟正确，请告知服务管理员。',
    },
    notYetValid: {
      title: '服务自身的证书尚未生效',
      why: '{{service}} 自身使用的证书的生效时间在将来（{{code}}）。',
      next: '请检查本机时钟，可能偏慢。如时钟正确，请告知服务管理员。',
    },
    wrongHost: {
      title: '证书与主机名不符',
      why: '{{service}} 出示的证书不是为该主机名签发的（{{code}}）。',
      next: '请检查服务地址的拼写。如拼写正确，请勿继续，响应的可能是另一台计算机。',
    },
    protocol: {
      title: 'TLS 握手失败',
      why: '{{service}} 在该端口不支持 TLS，或只支持过旧的版本，或要求客户端证书（{{code}}）。',
      next: '请检查服务地址中的端口，并确认服务支持 TLS 1.2 或更高版本。',
    },
    clientCertificate: {
      title: '服务要求客户端证书',
      why: '{{service}} 或其前面的代理只允许出示客户端证书的程序访问（{{code}}）。Open API 使用访问令牌，NotAfter 没有可出示的客户端证书。',
      next: '请检查服务地址，Open API 可能使用另一个地址；否则请联系服务管理员，允许不带客户端证书访问 Open API 的路径。',
    },
    other: {
      title: 'TLS 连接失败',
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
      next: 'NotAfter 会自动重试。如持续出现，请联系服务管理员。',
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
};
