import type { X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { type ClientRefusal, type Finding, isDamaged, type ReviewFinding } from '#shared/domain/finding.ts';
import type { CertificateMaterial } from '../material.ts';
import { pathAbove } from './chain.ts';
import { refusalsOf } from './clientRefusals.ts';
import { factsOf } from './facts.ts';
import { type ChainJudgement, issuerNotTrusted, judgeChain, SELF_SIGNED, UNREAD } from './judgeChain.ts';
import type { ReadMaterial } from './readMaterial.ts';
import type { TrustAnchors } from './trustAnchors.ts';

/** What material is judged by. */
export interface JudgeOptions {
  /** Wall clock, Unix ms. */
  readonly now: number;
  /** The roots of this computer, and those that the user added. */
  readonly anchors: TrustAnchors;
}

/** The judgement of an order's material, and the time in which it holds. */
export interface MaterialJudgement extends Pick<ChainJudgement, 'usable' | 'chainEnd' | 'from' | 'until'> {
  /** What servers send with the leaf: the best path, continued as far as the material has issuers. */
  readonly chain: readonly X509Certificate[];
  /** Why clients reject it, apart from trust. */
  readonly faults: readonly ReviewFinding[];
  /** Why some clients reject it that OpenSSL's rules are not for. */
  readonly refusals: readonly ClientRefusal[];
  /** The issuer that is missing or not trusted; `null`: the chain leads to a trusted root. */
  readonly missingIssuer: string | null;
  /** A signature of the best path cannot be verified, which one of the faults explains. */
  readonly isUnread: boolean;
}

/** Judges material by its best path. */
export function judgeMaterial(
  { leaf, pool }: Pick<ReadMaterial, 'leaf' | 'pool'>,
  { now, anchors }: JudgeOptions,
): MaterialJudgement {
  const judgement = judgeChain(leaf, pool, anchors, now);
  const { path, faults, usable, chainEnd, from, until } = judgement;
  const given = new Map(pool.map((certificate) => [certificate.fingerprint256, certificate]));
  const best = path.slice(1).flatMap(({ fingerprint256 }) => given.get(fingerprint256) ?? []);
  return {
    chain: pathAbove(leaf, [...best, ...pool]),
    faults: [...withoutName(factsOf(leaf)), ...selfSigned(judgement), ...faults],
    refusals: refusalsOf(leaf, judgement),
    missingIssuer: issuerNotTrusted(judgement),
    isUnread: judgement.trust?.kind === 'notTrusted' && judgement.trust.code === UNREAD,
    usable,
    chainEnd,
    from,
    until,
  };
}

/** A finding for a leaf that signed itself and that no store has. */
function selfSigned({ trust, path }: ChainJudgement): readonly ReviewFinding[] {
  const [leaf] = path;
  if (trust?.kind !== 'notTrusted' || trust.code !== SELF_SIGNED || leaf === undefined) return [];
  return [{ kind: 'selfSigned', missingIssuer: factsOf(leaf).issuerName }];
}

/** A finding for a leaf without a name that clients connect to. */
function withoutName({ subjectAltNames, commonName }: CertificateFacts): readonly ReviewFinding[] {
  return subjectAltNames.length > 0 ? [] : [{ kind: 'noNames', commonName }];
}

/** What the user should know of judged material, and of what the service said beside it. */
export function findingsOf(
  {
    faults,
    refusals,
    missingIssuer,
    isUnread,
  }: Pick<MaterialJudgement, 'faults' | 'refusals' | 'missingIssuer' | 'isUnread'>,
  { reported }: Pick<CertificateMaterial, 'reported'>,
): readonly Finding[] {
  // An invalid signature also explains why the chain leads nowhere, and so does one that cannot be verified.
  const isSelfSigned = faults.some(({ kind }) => kind === 'selfSigned');
  const isExplained = missingIssuer === null || isSelfSigned || isUnread || isDamaged(faults);
  return [
    ...faults,
    ...refusals,
    ...(reported == null ? [] : [{ kind: 'failureReported', said: reported.said } as const]),
    ...(isExplained ? [] : [{ kind: 'chainIncomplete', missingIssuer } as const]),
  ];
}
