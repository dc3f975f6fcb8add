import { wordsOf } from './rids.ts';
import { isHost, looksLikeToken } from './tokenDecision.ts';

/** What the labels of a pasted text say. */
export interface Labelled {
  /** The text without labels, and without what only a request has. */
  readonly rest: string;
  /** Words that a label calls rids. */
  readonly rids: ReadonlySet<string>;
  /** Words that are identifiers by the label before them or the heading above them, if nothing else says what they are. */
  readonly identifiers: ReadonlySet<string>;
}

const SECRET = 'token|secret|key|password|passwd|credentials?';
/** Words before these, in a label of two or more words. */
const SECRET_KIND =
  'access|account|admin|api|app|auth|bearer|callback|client|delivery|hook|private|secret|security|service|shared|sign|signature|signing|user|verification|web|webhook';
const secretName = (character: string) =>
  String.raw`(?:${character}{0,30}(?:${SECRET})|(?:(?:${SECRET_KIND})[ ]){1,3}(?:${SECRET})|(?:(?:${SECRET_KIND})[ ]){0,2}\p{Script=Han}{0,6}(?:令牌|密钥|密码|凭证))(?:[ ]?[（(][^）)\n]{0,30}[）)])?`;
/** A name of an access token or another secret, as a label, a header, a variable or a key of JSON has it. */
const SECRET_NAME = secretName(String.raw`[\w-]`);
/** The same without digits: a word that is a label even without a colon. */
const SECRET_WORD = secretName('[A-Za-z_-]');

/** Of these, a secret of something else than the Open API: of deliveries, or a password. */
export const OTHER_SECRET = /pass|sign|hook|密码|签名|验证/iu;

/** Visible ASCII without quotes, comma and semicolon, beginning with a character that a token or a placeholder begins with. */
const VALUE = String.raw`([\w.~+/=<{$%-][!#-&(-+\-.\/0-:<-_a-~]{0,8191})`;
// All repetitions are bounded, so that no input makes the search slow.
/** A header with a token. */
export const BEARER = new RegExp(
  String.raw`["']?(?:\bauthorization["']{0,2}[ \t]{0,8}[:=][ \t]{0,8}["']?[ \t]{0,8}(?:(?:bearer|token|basic|apikey)[ \t]{1,8}){0,2}|\b(?:bearer[ \t]{1,8})+)["']?${VALUE}["']?`,
  'giu',
);
/** Follows a label that has neither colon nor equals sign: what has the looks of a token, in the next cell or line. */
const LIKE_TOKEN = String.raw`(?=[\x21-\x7e]{8})(?!https?:)(?=[^\s\d]{0,200}\d)`;
/** Before a label, which is a whole word. A colon or an equals sign shows that the end of a dotted name is one. */
const BEFORE = String.raw`\s"'“*\x60|{}()（[\],;，；、。<>`;
/** A label with the secret that it names. */
export const LABELLED = new RegExp(
  String.raw`["']?(?:(?<![^${BEFORE}$.:/])${SECRET_NAME}["'*]{0,2}[ \t]{0,8}(?:[:：]|=>?)[ \t]{0,8}(?:\r?\n)?[ \t]{0,8}|(?<![^${BEFORE}])${SECRET_WORD}["'*]{0,2}[ \t]{0,8}(?:\||\t|\r?\n|[ ])[ \t|]{0,8}${LIKE_TOKEN})["'\x60]?${VALUE}["'\x60]?`,
  'giu',
);
/** A label that alone says that its value, in the same line, is the token. */
export const STRONG = /^[^\n]*(?:token|令牌)[^\n]*[:：=][^\n]*$/iu;
/** A label at the begin of its line may have several words, and needs no space after its colon. */
const KNOWN = `base[ _-]?url|(?:base |service )?address|url|server|host|endpoint|open ?api|api|rids?|orders?(?: ids?)?|服务地址|地址|订单(?:号|编号)?`;
/** Any other word is a label by its colon before white space or a quote, so that `id:secret` is none. */
const WORD = String.raw`[\p{L}\p{N}_$][\p{L}\p{N}_.-]{0,60}`;
const LABEL = new RegExp(
  String.raw`^[ \t]{0,8}(?:[-*•][ \t])?(${KNOWN})[ \t]{0,4}[:：=]|(?<![^\s,;{(|])["'“*]{0,2}(${WORD})["'”*]{0,2}(?:[ \t]{0,8}(?:：|:(?=[\s"'[{]|$))|=(?=[^\s=)\]},;]))`,
  'gimu',
);
const RID_NAME = /^(?:rids?|orders?(?:[ _-]?ids?)?|订单(?:号|编号)?)$/iu;
/** A label of one word, with which something is told from others. */
const IDENTIFIER_NAME = /(?:id|name|number|no)s?$|编号|名称/iu;
/** A word before a colon that is a rid with a name after it, and no label. */
const IDENTIFIER = /^(?=.{8})(?=\D{0,60}\d\D{1,60}\d)[A-Za-z\d._-]+$/u;
/** The lines below a heading of rids. A secret that was taken out leaves a semicolon, which ends them. */
const RID_LINES =
  /^[ \t]{0,8}(?:rids?|orders?(?:[ _-]?ids?)?|订单(?:号|编号)?)[ \t]{0,4}[:：]?[ \t]{0,8}\r?\n((?:[ \t]{0,80}[^\s;][^\n;]*(?:\n|$))*)/gimu;
/** A label that has a line for itself, such as the heading of a field in a console. */
const LINE_LABEL = new RegExp(String.raw`^[ \t]{0,8}(?:${KNOWN}|${SECRET_WORD})[ \t]{0,8}$`, 'gimu');
/** Lists of JSON, also of several lines. */
const LIST = /\[[^[\]]*\]/gu;
/** Several rids in quotes, as a shell has them. */
const QUOTED_LIST = /(?<=(?<![\p{L}\p{N}])(?:rids|orders)=)(["'])([^"'\n]*)\1/giu;
/** Headers of a request that say nothing of a connection, with their values. */
const HEADER =
  /^[ \t]{0,8}(?:accept(?:-\w{1,20})?|user-agent|content-\w{1,20}|connection|cache-control|pragma|cookie|origin|referer|date)[ \t]{0,4}:[^\n]*/gimu;
/** Words of requests, commands and settings. */
const NOISE =
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT|HTTP\/\d(?:\.\d)?|curl(?:\.exe)?|wget|export|-[A-Za-z]{1,3}|--[a-z][a-z-]+|(?!\.{1,2}$)[\p{P}\p{S}]+)$/u;
const NOISE_NAME = new RegExp(
  `^(?:authorization|bearer|address|rids?|地址|服务地址|订单(?:号|编号)?|${SECRET_WORD}|null|true|false)$`,
  'iu',
);

/** A line of a word, a colon or an equals sign, and a text that is no value. */
const NAMED_LINE =
  /^[ \t]{0,20}(?:[-*•][ \t])?([A-Za-z\d][A-Za-z\d._-]{0,199})[ \t]{0,8}(?:：|[:：=][ \t]{1,8})(\p{L}[^\n:：=]{0,200})$/u;
const IS_LABEL = new RegExp(`^(?:${KNOWN}|${SECRET_WORD})$`, 'iu');

/** What a text without the names of its rids says, and these names. */
export interface WithoutNames {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * Takes the names out of a list of rids with names behind them, such as `a1b2c3d4: Web shop`. Where a word has not the looks of
 * a rid, only if all lines are like it: it may be a label.
 */
export function withoutNames(text: string): WithoutNames {
  const lines = text.split(/\r?\n/u);
  const read = lines.map((line) => {
    const [, rid = '', name = ''] = NAMED_LINE.exec(line.trimEnd()) ?? [];
    const isLabel = IS_LABEL.test(rid) || RID_NAME.test(rid) || IDENTIFIER_NAME.test(rid) || isNoise(rid);
    const isValue = name.split(/\s+/u).some((word) => looksLikeToken(word) || isHost(word));
    return rid === '' || isLabel || isValue ? null : { rid, name };
  });
  const full = lines.filter((line) => line.trim() !== '').length;
  const areAll = full > 1 && read.filter((pair) => pair !== null).length === full;
  const names: string[] = [];
  const left = lines.map((line, index) => {
    const pair = read[index] ?? null;
    if (pair === null || !(areAll || IDENTIFIER.test(pair.rid))) return line;
    names.push(pair.name);
    return pair.rid;
  });
  return { text: names.length === 0 ? text : left.join('\n'), names };
}

/** Takes the labels out of a text. Takes time linear in it. */
export function readLabels(text: string): Labelled {
  const flat = text
    .replace(LIST, (list) => list.replace(/\s+/gu, ' '))
    .replace(QUOTED_LIST, '$2')
    .replace(HEADER, ' ');
  const rids = new Set<string>();
  const identifiers = new Set<string>();
  for (const [, lines = ''] of flat.matchAll(RID_LINES))
    for (const word of wordsOf(lines)) identifiers.add(word);
  const labels = [...flat.matchAll(LABEL)];
  for (const [index, { 0: label, 1: known, 2: word, index: start }] of labels.entries()) {
    const name = known ?? word ?? '';
    if (!RID_NAME.test(name) && !IDENTIFIER_NAME.test(name)) continue;
    const [value = ''] = flat.slice(start + label.length, labels[index + 1]?.index).split('\n', 1);
    if (!RID_NAME.test(name)) {
      const [first] = wordsOf(value);
      if (first !== undefined) identifiers.add(first);
      continue;
    }
    for (const rid of wordsOf(value.replace(/^\s*\[|\].*$/gu, ''))) rids.add(rid);
  }
  const withoutLabels = flat.replace(LABEL, (_, _known, word = '') =>
    IDENTIFIER.test(word) ? ` ${word} ` : ' ',
  );
  return { rest: withoutLabels.replace(LINE_LABEL, ' '), rids, identifiers };
}

/** Whether a word belongs to a request, a command or the text around values: it is neither a rid nor a token. */
export function isNoise(word: string): boolean {
  return NOISE.test(word) || NOISE_NAME.test(word);
}
