import { isCleanText } from '../../text.ts';
import { type BuiltinPreset, linesOf, wholeFile } from './builtinPreset.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A path as an attribute of Tomcat's XML, with its quotes. `null` for a `${`, which Tomcat expands as a property. */
function inTomcat(path: string): string | null {
  if (!isCleanText(path) || path.includes('${')) return null;
  return `"${path.replace(/[&<>"]/gu, (character) => entities[character] ?? character)}"`;
}

export const tomcat = {
  id: 'tomcat',
  texts: {
    en: {
      name: 'Tomcat and Java',
      about: 'A PKCS#12 keystore with a passphrase, for Tomcat, Spring Boot and other Java servers.',
    },
    'zh-CN': {
      name: 'Tomcat 和 Java',
      about: '供 Tomcat、Spring Boot 等 Java 服务器使用的 PKCS#12 密钥库，由密码保护。',
    },
  },
  files: [wholeFile('keystore.p12', 'pkcs12')],
  server: {
    needs: ['keystore'],
    lines: (keystore) =>
      linesOf(
        ['<Connector port="8443" SSLEnabled="true" scheme="https" secure="true">'],
        ['  <SSLHostConfig>'],
        ['    <Certificate certificateKeystoreFile=', inTomcat(keystore)],
        ['                 certificateKeystoreType="PKCS12"'],
        ['                 certificateKeystorePassword="PASSPHRASE" />'],
        ['  </SSLHostConfig>'],
        ['</Connector>'],
      ),
    reload: { unix: ['systemctl', 'restart', 'tomcat'] },
    isJava: true,
  },
} as const satisfies BuiltinPreset;
