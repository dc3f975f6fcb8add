import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { en } from '#shared/i18n/en/index.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';
import { textsOf } from './catalogTexts.ts';

/** What is said to people: other words by which the palette finds a verb or a setting are theirs. */
const said = (texts: ReturnType<typeof textsOf>) => texts.filter(([key]) => !key.includes('.words.'));
const english = said(textsOf(en));
const chinese = said(textsOf(zhCN));

/** Words that a text does not say, and what it says instead. */
type Forbidden = readonly [words: RegExp, instead: string];

/** What docs/glossary.md calls otherwise, and the word to use. */
const forbidden: readonly Forbidden[] = [
  [/\bcannot\b|\bcan not\b|\bcan't\b/iu, 'can’t'],
  [/\banew\b/iu, 'again'],
  [/\bwhoever\b/iu, 'a person with a name, such as the service’s administrator'],
  [/\bnobody\b/iu, 'what NotAfter does or does not do'],
  [/\banother hand\b/iu, 'another program or person'],
  [/\b(?:in|out of) step\b/iu, 'deployed, not deployed'],
  [/\bproven\b/iu, 'verified'],
  [/\btr(?:y|ied|ying) (?:it |them |the files )?out\b/iu, 'test, verify'],
  [/\bkeep fresh\b|\bkept fresh\b/iu, 'keep up to date'],
  [/\brewritten\b|\brewrite\b/iu, 'updated, update'],
  [/\bformer\b/iu, 'previous'],
  [/\bput back\b/iu, 'restore'],
  [/\blook(?:s|ed)? at (?:yet|lately)\b/iu, 'checked'],
  [/\bso far so\b|\bso many\b/iu, 'a number'],
  [/\bby itself\b/iu, 'automatically'],
  [/[“”]?\bof its own\b/iu, 'its, or nothing'],
  [/\bbase URL\b/iu, 'address'],
  [/\bin its last\b/iu, 'less than … left'],
  [/\binbox\b/iu, 'deliveries'],
  [/\bmachines?\b/iu, 'computer'],
  [/(?<!notafter |\{\{)\bendpoints?\b/iu, 'server'],
  [/\b(?:old|present) certificate\b/iu, 'previous certificate, current certificate'],
  [/\bask(?:s|ed|ing)? for\b.*\border/iu, 'check'],
  [/(?<!Web|notafter |\{\{)\bhooks?\b(?!\.)/iu, 'WebHook'],
  [/\bcertificate ends\b|\bends within\b/iu, 'expires'],
  [
    /\balerts?\b[^.]*\bpaused\b|\b(?:pause|resume) (?:of )?alerts\b/iu,
    'notifications are paused, pause notifications',
  ],
];

const forbiddenInChinese: readonly Forbidden[] = [
  [/密码短语/u, '密码'],
  [/已证明|未证明/u, '验证通过、未通过验证'],
  [/试用/u, '验证、测试'],
  [/重新加载服务器/u, '重载服务'],
  [/叶证书/u, '服务器证书'],
  [/接收器/u, '推送接收'],
  [/此电脑|此计算机/u, '本机'],
  [/收件箱/u, '推送记录'],
  [/(?<!Web)Hook/u, '接收地址'],
  [/搁置/u, '需核对'],
  [/保持最新/u, '自动更新'],
  [/查询(?!参数|（“)/u, '检查'],
  [/核验/u, '检查'],
  [/先前的/u, '旧证书、上一版文件'],
  [/保管库/u, '保险库密钥'],
  [/电脑|机器(?!人)/u, '计算机'],
  [/端点/u, '服务器'],
  [/审核|核实/u, '核对、检查'],
  [/逾期未续/u, '续期逾期'],
  [/服务的(?:管理员|控制台)/u, '服务管理员、服务控制台'],
  [/密钥用法/u, '密钥用途'],
  [/本机的?时间|本机的时钟/u, '本机时钟'],
  [/应答/u, '响应'],
  [/份副本|没有副本|更新的副本/u, '导出的文件'],
  [/处于最后/u, '剩余不足'],
  [/提醒已暂停|暂停提醒/u, '暂停通知'],
];

describe('the words of the catalogs', () => {
  it.each(forbidden)('say not %s in English, but %s', (words) => {
    expect(english.filter(([, text]) => words.test(text))).toEqual([]);
  });

  it.each(forbiddenInChinese)('say not %s in Chinese, but %s', (words) => {
    expect(chinese.filter(([, text]) => words.test(text))).toEqual([]);
  });

  it('have typographic apostrophes in English', () => {
    expect(english.filter(([, text]) => /\w'\w/u.test(text))).toEqual([]);
  });

  it('have full-width brackets around Chinese, and beside it', () => {
    const halfWidth = /[(][^)]*\p{Script=Han}|\p{Script=Han} ?[(]|[)] ?\p{Script=Han}/u;
    expect(chinese.filter(([, text]) => halfWidth.test(text))).toEqual([]);
  });

  it('have sentence case in English: no capital in the middle but in names', () => {
    const shouted = /[a-z] (?:Add|Export|Save|Remove|Replace|Cancel|Close|Settings|Orders|Certificate)\b/u;
    const quoted = /“[^”]*”/gu;
    expect(english.filter(([, text]) => shouted.test(text.replace(quoted, '')))).toEqual([]);
  });

  it('keep titles of errors short', () => {
    const titles = english.filter(([key]) => /^errors\..*\.title$/u.test(key));
    expect(titles.length).toBeGreaterThan(50);
    expect(titles.filter(([, text]) => text.length > 60)).toEqual([]);
  });
});

/** The documents for users. Others speak of the code, which has words of its own. */
const documents = globSync(
  [
    'README*.md',
    'docs/{README,cli,clients,events,fields,fleet,keychain-on-linux,monitoring,platforms,privacy}*.md',
    'docs/{proxies-and-cas,receiver,recipes,server,states,user-guide}*.md',
    'docs/cli/*.md',
  ],
  { cwd: projectFolder },
);

const forbiddenInDocuments: Readonly<Record<'en' | 'zh', readonly Forbidden[]>> = {
  en: [
    [/\bmachines?\b(?! code)/iu, 'computer'],
    [/(?<!notafter )\bendpoints?\b/iu, 'server'],
    [/\binbox\b/iu, 'deliveries'],
    [/\banother hand\b|\bwhoever\b/iu, 'a person or program'],
  ],
  zh: [
    [/端点/u, '服务器'],
    [/电脑|机器(?!人|码)/u, '计算机'],
    [/查询(?!参数|语句)|核验|核实/u, '检查'],
    [/试用|收件箱|叶证书|密码短语|搁置/u, '测试、推送记录、服务器证书、密码、需核对'],
    [/服务的(?:管理员|控制台)/u, '服务管理员、服务控制台'],
  ],
};

/** The words of a document: no code, no addresses of links. */
function proseOf(path: string): string {
  return readFileSync(join(projectFolder, path), 'utf8')
    .replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/gu, ' ')
    .replaceAll(/<!--.*?-->/gu, ' ');
}

describe.each(['en', 'zh'] as const)('the words of the documents for users: %s', (language) => {
  const own = documents.filter((path) => path.endsWith('.zh-CN.md') === (language === 'zh'));

  it.each(forbiddenInDocuments[language])('say not %s, but %s', (words) => {
    expect(own.length).toBeGreaterThan(40);
    const lines = own.flatMap((path) =>
      proseOf(path)
        .split('\n')
        .filter((line) => words.test(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(lines).toEqual([]);
  });
});
