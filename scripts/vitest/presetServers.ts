import type { PresetServer } from '#shared/domain/presets/presets.ts';

/** Where a server runs that a test starts. */
export interface ServerPlace {
  /** The server's own folder: an absolute path without special characters. */
  readonly folder: string;
  readonly port: number;
  readonly servername: string;
  /** The lines of configuration that name its files. */
  readonly snippet: string;
}

/** A server that tests start with the lines of its preset. */
interface StartedServer {
  /** What has its program; none: the Node that runs the tests. */
  readonly debianPackage?: string;
  readonly program: string;
  /** @param file its configuration */
  readonly args: (file: string) => readonly string[];
  /** A minimal configuration around a snippet, with all output in the server's own folder. */
  readonly configuration: (place: ServerPlace) => string;
}

/** What tests expect of the preset of a server. */
export interface ServerExample {
  /** Where the files of the preset are, in their order. */
  readonly paths: readonly string[];
  /** The snippet that names them. */
  readonly snippet: string;
  /** Paths that its language cannot express. */
  readonly refused: readonly string[];
  /** The path of a key, a keystore or a manifest, as the server reads it in a snippet; `null`: it reads something else. */
  readonly read: (snippet: string) => string | null;
  /** The command that reloads it; none: no command fits every installation. */
  readonly reload?: { readonly linux: string; readonly win32?: string };
  readonly started?: StartedServer;
}

/** The only group of a pattern in a text, unquoted by `read`. */
function readAt(pattern: RegExp, read: (word: string) => string | null) {
  return (snippet: string) => {
    const word = pattern.exec(snippet)?.[1];
    return word === undefined ? null : read(word);
  };
}

const isPlain = (word: string) => /^[A-Za-z0-9_./:-]+$/u.test(word);

/** A plain word, or one complete string in which a backslash escapes. */
function inDoubleQuotes(word: string): string | null {
  if (isPlain(word)) return word;
  return /^"(?:[^"\\]|\\.)*"$/su.test(word) ? word.slice(1, -1).replace(/\\(.)/gsu, '$1') : null;
}

/** HAProxy expands variables in strings. */
function ofHaproxy(word: string): string | null {
  return word.replaceAll(/\\./gsu, '').includes('$') ? null : inDoubleQuotes(word);
}

/** A plain word, or strings of a POSIX shell. */
function ofShell(word: string): string | null {
  if (isPlain(word)) return word;
  return /^'(?:[^']|'\\'')*'$/su.test(word) ? word.slice(1, -1).replaceAll("'\\''", "'") : null;
}

/** A literal string of PowerShell, which any of its quotes ends unless there are two. */
function ofPowerShell(word: string): string | null {
  const inner = word.slice(1, -1);
  const isOne = !/['\u2018-\u201b]/u.test(inner.replace(/(['\u2018-\u201b])\1/gu, ''));
  return isOne ? inner.replace(/(['\u2018-\u201b])\1/gu, '$1') : null;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The value of an attribute of XML. */
function ofXml(text: string): string | null {
  if (/["<]|&(?!(?:amp|lt|gt|quot);)/u.test(text)) return null;
  return text.replace(/&(\w+);/gu, (_, name: string) => entities[name] ?? '');
}

/** What would begin another line. */
const twoLines = '/srv/\nload_module x';

/** The variables that Apache and Tomcat expand. */
const property = '/srv/$'.concat('{HOME}/k');

const apacheModules = '/usr/lib/apache2/modules';

const windowsStore = {
  paths: ["C:\\it's here\\certificate.pfx"],
  snippet: `Import-PfxCertificate -FilePath 'C:\\it''s here\\certificate.pfx' \`
  -CertStoreLocation Cert:\\LocalMachine\\My \`
  -Password (Read-Host -AsSecureString)
`,
  refused: [twoLines],
  read: readAt(/-FilePath (.*) `\n {2}-CertStoreLocation/su, ofPowerShell),
};

/** The servers with presets: their lines, their commands, and how they are started. */
export const presetExamples = {
  nginx: {
    paths: ['/srv/shop/privkey.pem', 'C:\\my certs\\fullchain.pem'],
    snippet: `ssl_certificate     "C:/my certs/fullchain.pem";
ssl_certificate_key /srv/shop/privkey.pem;
`,
    refused: ['/srv/$x/k', twoLines],
    read: readAt(/ssl_certificate_key (.*);\n$/su, inDoubleQuotes),
    reload: { linux: 'nginx -s reload', win32: 'nginx -s reload' },
    started: {
      debianPackage: 'nginx',
      program: 'nginx',
      args: (file) => ['-e', 'stderr', '-c', file],
      configuration: ({ folder, port, servername, snippet }) => `
        daemon off;
        pid ${folder}/pid;
        error_log stderr;
        events {}
        http {
          access_log off;
          ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/temp;`).join(' ')}
          server {
            listen 127.0.0.1:${port} ssl;
            server_name ${servername};
            ${snippet}
          }
        }`,
    },
  },
  apache: {
    paths: ['/srv/shop/privkey.pem', 'C:\\my certs\\fullchain.pem'],
    snippet: `SSLEngine on
SSLCertificateFile    "C:/my certs/fullchain.pem"
SSLCertificateKeyFile /srv/shop/privkey.pem
`,
    refused: [property, twoLines],
    read: readAt(/SSLCertificateKeyFile (.*)\n$/su, inDoubleQuotes),
    reload: { linux: 'apachectl graceful', win32: 'httpd -k restart' },
    started: {
      // Only the program, which starts no service.
      debianPackage: 'apache2-bin',
      program: 'apache2',
      args: (file) => ['-DFOREGROUND', '-f', file],
      configuration: ({ folder, port, servername, snippet }) => `
        ServerRoot ${folder}
        DefaultRuntimeDir ${folder}
        PidFile ${folder}/pid
        ErrorLog ${folder}/errors
        LoadModule mpm_event_module ${apacheModules}/mod_mpm_event.so
        LoadModule ssl_module ${apacheModules}/mod_ssl.so
        User nobody
        Group nogroup
        StartServers 1
        Listen 127.0.0.1:${port}
        ServerName ${servername}
        <VirtualHost 127.0.0.1:${port}>
          ${snippet}
        </VirtualHost>
`,
    },
  },
  haproxy: {
    paths: ['/srv/my certs/haproxy.pem'],
    snippet: 'bind :443 ssl crt "/srv/my certs/haproxy.pem"\n',
    refused: [twoLines],
    read: readAt(/^bind :443 ssl crt (.*)\n$/su, ofHaproxy),
    reload: { linux: 'systemctl reload haproxy' },
    started: {
      debianPackage: 'haproxy',
      program: 'haproxy',
      args: (file) => ['-db', '-f', file],
      configuration: ({ port, snippet }) => `
        defaults
          mode http
          timeout connect 5s
          timeout client 5s
          timeout server 5s
        frontend shop
          ${snippet.replace('bind :443 ', `bind 127.0.0.1:${port} `)}
          http-request return status 204
`,
    },
  },
  tomcat: {
    paths: ['/srv/a & "b"/keystore.p12'],
    snippet: `<Connector port="8443" SSLEnabled="true" scheme="https" secure="true">
  <SSLHostConfig>
    <Certificate certificateKeystoreFile="/srv/a &amp; &quot;b&quot;/keystore.p12"
                 certificateKeystoreType="PKCS12"
                 certificateKeystorePassword="PASSPHRASE" />
  </SSLHostConfig>
</Connector>
`,
    refused: [property, twoLines],
    read: readAt(/certificateKeystoreFile="(.*)"\n {17}certificateKeystoreType/su, ofXml),
    reload: { linux: 'systemctl restart tomcat' },
  },
  iis: windowsStore,
  oldWindows: windowsStore,
  node: {
    paths: ['C:\\certs\\privkey.pem', 'C:\\certs\\fullchain.pem'],
    snippet: `import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const server = createServer({
  key: readFileSync("C:\\\\certs\\\\privkey.pem"),
  cert: readFileSync("C:\\\\certs\\\\fullchain.pem"),
});
`,
    refused: [],
    read: readAt(/ {2}key: readFileSync\((.*)\),\n {2}cert:/su, (word) => String(JSON.parse(word))),
    started: {
      program: process.execPath,
      args: (file) => [file],
      configuration: ({ port, snippet }) => `${snippet}server.listen(${port}, '127.0.0.1');\n`,
    },
  },
  kubernetes: {
    paths: ['/srv/tls.crt', '/srv/tls.key', "/srv/it's here/secret.yaml"],
    snippet: "kubectl apply --server-side -f '/srv/it'\\''s here/secret.yaml'\n",
    refused: [twoLines],
    read: readAt(/ -f (.*)\n$/su, ofShell),
  },
} as const satisfies Readonly<Record<PresetServer, ServerExample>>;

type Examples = typeof presetExamples;

/** A server that tests start. */
export type WebServer = {
  readonly [Server in PresetServer]: Examples[Server] extends { readonly started: StartedServer }
    ? Server
    : never;
}[PresetServer];

const isStarted = (server: PresetServer): server is WebServer => 'started' in presetExamples[server];

/** The servers that tests start. */
export const webServers: readonly WebServer[] = (Object.keys(presetExamples) as PresetServer[]).filter(
  isStarted,
);

/** How tests start a server. */
export function startedServer(server: WebServer): StartedServer {
  return presetExamples[server].started;
}
