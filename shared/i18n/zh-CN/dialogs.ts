import type { dialogs as english } from '../en/dialogs.ts';
import type { Translation } from '../types.ts';

export const dialogs: Translation<typeof english> = {
  quit: '退出',
  tryAgain: '重试',
  keepCopyAndStartOver: '保留副本并使用空数据库',
  chooseCaFile: '选择 CA 文件',
  pemFiles: 'PEM 证书',
  chooseTlsCertificate: '选择证书（含证书链）',
  chooseTlsKey: '选择该证书的私钥',
  tlsFiles: 'PEM 文件',
  allFiles: '所有文件',
  chooseExportFolder: '选择导出文件夹',
  exportHere: '导出到此处',
  saveZip: '保存 ZIP 文件',
  zipFiles: 'ZIP 文件',
  configurationFiles: '配置文件',
  saveConfiguration: '导出配置',
  openConfiguration: '导入配置',
  openQuick: '打开托盘小窗口',
  text: {
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
  },
  consent: {
    fact: {
      folder: '文件夹：',
      file: '文件：',
      files: '文件：',
      connection: '连接：',
      order: '订单：',
      orders: '订单：',
      names: '域名：',
      address: '地址：',
      currentVersion: '当前版本：',
      nextVersion: '已下载的版本：',
      protocol: '协议：',
      hook: '接收地址：',
      worktree: 'Git 工作区：',
      syncedBy: '同步程序：',
      networkProtocol: '网络协议：',
      issuer: '颁发者：',
      validUntil: '有效期至：',
      fingerprint: 'SHA-256：',
      keyAdded: '包含私钥的文件：',
      modeWidened: '同组用户可读取的私钥：',
      encryptionLost: '不再有密码的私钥：',
      keyMoved: '私钥改存到文件夹：',
      links: '以普通文件代替符号链接：',
      destination: '私钥将导出到：',
      updatesOn: '不经询问写入私钥：',
      alertsOff: '关闭的通知：',
    },
    addressAndPort: '{{address}}，端口 {{port}}',
    allAddresses: '{{address}}（本机的所有地址），端口 {{port}}',
    https: 'HTTPS',
    plainHttp: 'HTTP，未加密',
    command: {
      title: '每次更新后都运行此命令？',
      text: '每次写入此文件夹中的文件后，NotAfter 都会以用户 {{user}} 的身份在 {{home}} 中运行此程序及其参数，不经过 shell。',
      next: '仅当这正是您输入的命令时才同意。',
      agree: '每次更新后运行',
    },
    importedCa: {
      title: '信任此证书颁发机构？',
      text: '它来自配置文件。同意后，NotAfter 会信任持有其证书的服务，以及订单中由它签发的证书。',
      next: '请先与服务管理员核对指纹，一致时才同意。',
      agree: '信任',
    },
    import: {
      title: '导入这些更改？',
      text: '配置文件会改变谁能读取私钥、私钥的存放位置，或您收到的通知。',
      next: '仅当您清楚文件的来源和用途时才同意。',
      agree: '导入',
    },
    exposure: {
      title: '允许其他计算机访问 NotAfter？',
      text: 'NotAfter 将在此处监听推送：',
      next: '此后同一网络中的任何人都可以向 NotAfter 发送请求。在本机运行的隧道或代理只需要 127.0.0.1。',
      plainNext:
        '此后同一网络中的任何人都可以向 NotAfter 发送请求。推送中包含私钥：不使用 TLS 时，网络中的其他人可以读取。',
      agree: '允许访问',
    },
    selfTest: {
      title: '向此地址发送测试推送？',
      text: 'NotAfter 会向该地址发送一个请求。其中不含证书和私钥，签名仅对本次测试有效。',
      next: '仅当这是该接收地址的公网地址时才同意。退出 NotAfter 之前不会再次询问。',
      agree: '发送测试推送',
    },
    warnedPlace: {
      title_other: '将 {{count, number}} 个私钥写入此位置？',
      modeNotKept: '此文件系统不保存权限：任何可以访问它的人都能读取私钥。',
      writableByOthers: '本机的其他用户可以写入此文件夹。',
      gitWorktree: '此文件夹位于 Git 工作区中，且私钥未被忽略，会随其他内容一起提交。',
      gitUnknown: '此文件夹位于 Git 工作区中，无法确定私钥是否被忽略。',
      cloudSynced: '此文件夹会自动同步：私钥将被复制到服务器或其他设备。',
      networkFileSystem: '此文件夹位于另一台计算机上：私钥会经过网络传输，并可在那里被读取。',
      agree: '写入此位置',
    },
    replacing: {
      title_other: '替换 {{count, number}} 个文件？',
      text: '这些文件由其他程序或他人写入或修改。现有内容会保留，可随时恢复。',
      agree: '替换',
    },
    copyKey: {
      title: '复制此私钥？',
      text: '在证书到期或被吊销之前，持有此私钥的人都可以冒充这些域名。私钥在剪贴板中时，您运行的每个程序都能读取它。',
      next: '30 秒后或退出时，NotAfter 会将其从剪贴板中清除。NotAfter 会请求剪贴板历史记录忽略它，但并非所有程序都遵从。要保存为文件，用“导出…”更安全。',
      agree: '复制私钥',
    },
    dragKeys: {
      title_other: '要将 {{count, number}} 个私钥拖出 NotAfter 吗？',
      text: '在证书到期或被吊销之前，持有私钥的人都可以冒充这些域名。NotAfter 无法检查您把文件放到哪里，以及那里的哪些人可以读取。',
      next: '同意后，请在一分钟内再次拖动。NotAfter 会在十分钟后删除自己的副本。用“导出…”更安全：它会检查文件夹并设置权限。',
      agree: '允许拖出',
    },
    approval: {
      title: '跳过服务端检查并信任此推送？',
      titleChanged: '按不同的域名接受此推送？',
      titleBack: '接受此推送中更旧的证书？',
      text: '请与您订购的内容比对。NotAfter 会检查私钥与证书是否匹配、证书链是否到达受信任的根证书，以及证书是否有效，但不会检查服务是否签发过此证书。签名只覆盖时间，不能证明发送方。',
      next: '此后，通过此接收地址到达的该订单的推送只要通过这些检查且域名完全一致，就会自动接受，并写入自动更新的文件。',
      agree: '跳过服务端检查并信任',
    },
    install: {
      title: '退出 NotAfter 并安装新版本？',
      text: 'NotAfter 将退出，用下载的程序替换自身，然后重新启动。正在进行的导出会先完成。',
      agree: '退出并安装',
    },
    startOver: {
      title_other: '永久删除 {{count, number}} 个已保存的私钥？',
      text: 'NotAfter 保存的推送私钥此后将无法读取，即使找回原来的保险库密钥。服务可以重新推送。',
      next: '证书和订单会保留。',
      agree_other: '放弃 {{count, number}} 个私钥并重新开始',
    },
  },
  noSandbox: {
    title: 'NotAfter 未受保护',
    detail:
      '窗口的沙盒已关闭。如果窗口引擎存在漏洞，攻击者可能获取您的访问令牌和私钥。请去掉关闭沙盒的启动参数后重新启动 NotAfter。',
    detailLinux:
      '窗口的沙盒已关闭，可能是因为此系统不允许用户命名空间。如果窗口引擎存在漏洞，攻击者可能获取您的访问令牌和私钥。请改用 deb 软件包，或允许 NotAfter 使用用户命名空间。',
    goOn: '仅本次在无保护下运行',
  },
  databaseNewer: {
    title: '数据库来自更高版本的 NotAfter',
    detail:
      '{{folder}} 中的数据库由更高版本的 NotAfter 写入，当前版本无法读取。未做任何改动。请重新安装更高版本，或保留数据库副本并重新开始。',
  },
  databaseDamaged: {
    title: '数据库已损坏',
    detail:
      '无法读取 {{folder}} 中的数据库。您可以使用空数据库重新开始（损坏的数据库会保留在同一文件夹中），或退出后从备份恢复。访问令牌仍保存在系统钥匙串中。',
  },
  databaseForeign: {
    title: '这不是 NotAfter 的数据库',
    detail: '{{file}} 由其他程序写入。未做任何改动。请将其移走，然后重试。',
  },
  databaseNotAFile: {
    title: '数据库不是文件',
    detail: '{{file}} 是文件夹、管道或设备。请将其移走，然后重试。',
  },
  databaseBrokenLink: {
    title: '找不到数据库',
    detail:
      '{{file}} 是指向 {{target}} 的链接，但该文件不存在。请先连接文件所在的磁盘，然后重试。如要重新开始，请先移走该链接。',
  },
  windowless: {
    title: 'NotAfter 正以无窗口方式运行',
    detail: '“notafter run”正在使用 {{folder}} 中的数据。请先结束它，再打开窗口。',
  },
  databaseLocked: {
    title: '数据库正在被占用',
    detail: '其他程序打开了 {{folder}} 中的数据库。请关闭该程序（可能是备份或同步工具），然后重试。',
  },
  databaseUnusable: {
    title: '无法打开数据库',
    detail: 'NotAfter 无法打开 {{folder}} 中的数据库：{{reason}}。请检查该文件夹的可用空间和权限，然后重试。',
  },
  startFailed: {
    title: 'NotAfter 无法启动',
    detail:
      'NotAfter 内部发生了意外错误。您的订单仍保存在磁盘上，访问令牌仍保存在系统钥匙串中。请重新启动；如果再次发生，请报告日志 {{file}} 中的内容。日志不包含任何机密信息。',
  },
  refusedStart: {
    foreign:
      '{{folder}} 属于其他用户（uid {{owner}}），该用户可以更改 NotAfter 从中读取的内容。请以该用户身份运行 NotAfter，或将 HOME 设为您自己的文件夹。',
    writable:
      '其他用户可以更改 {{folder}}，从而更改 NotAfter 从中读取的内容。请取消其写入权限（chmod go-w），或将 HOME 设为其他文件夹。',
    unusable: 'NotAfter 无法将 {{folder}} 用作数据文件夹（{{code}}）。请将 HOME 设为您可以写入的文件夹。',
    noHome: '用户数据库中没有您的主文件夹。请将 HOME 设为您自己的文件夹。',
    foreignOption: '命令之前有未知选项 {{option}}。NotAfter 的选项应写在命令之后。',
    unsealed: '请在命令之前写上“--”，否则 {{option}} 会被 Chromium 当作自己的选项。',
  },
};
