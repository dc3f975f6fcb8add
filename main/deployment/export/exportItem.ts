import { sha256Hex } from '#main/platform/sha256.ts';
import type { Bundle, BundlePem } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ChainEnd } from '#shared/domain/chainEnd.ts';
import type { ExportItemView } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import type { ProofMaterial } from '../proof/prover.ts';
import type { ExportBundle, PlannedBundle, WrittenBundle, WrittenFile } from './exportDestination.ts';
import type { OwnFiles } from './exportPorts.ts';
import { type NamingFacts, orderFacts } from './planNames.ts';

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** One order of a job: its view and, from the fetch until the job ends, its files. */
export class ExportItem {
  readonly order: OrderRow;
  readonly view: Mutable<ExportItemView>;
  /** What names are derived from: the known leaf, then the fetched one. */
  facts: NamingFacts;
  /** Without PEM. */
  fetched:
    | (Pick<BundleReview, 'isValidNow' | 'isChainAccepted'> & {
        readonly leaf: CertificateFacts;
        readonly chainEnd: ChainEnd | null;
      })
    | null = null;
  /** What the proof compares the written files with; contains no key. */
  proofMaterial: ProofMaterial | null = null;
  /** Until all files are made from it. */
  pem: BundlePem | null = null;
  /** Without the content of files that need a passphrase. */
  plan: PlannedBundle | null = null;
  bundle: ExportBundle | null = null;
  /** The order's own files that the bundle replaces; `null`: there are none, or another program changed them. */
  own: OwnFiles | null = null;
  /** What was written into a folder. */
  written: Pick<WrittenBundle, 'files' | 'previous'> | null = null;

  constructor(order: OrderRow, addedAt: number) {
    this.order = order;
    this.facts = orderFacts(order, addedAt);
    this.view = {
      orderId: order.id,
      title: this.facts.title,
      folder: '',
      state: 'pending',
      leaf: null,
      review: [],
      chain: { complete: true, missingIssuer: null },
      planned: [],
      conflicts: [],
      isUpdate: false,
      currentSince: null,
      copyId: null,
      canUndo: false,
      files: [],
      snippet: null,
      proof: null,
      error: null,
    };
  }

  /** Takes fetched material. */
  accept({ leaf, chain, chainEnd, pem }: Bundle, review: BundleReview): void {
    const domain = leaf.commonName ?? leaf.subjectAltNames[0] ?? this.facts.title;
    this.facts = { ...this.facts, domain, notAfter: leaf.notAfter };
    const { findings, isValidNow, isChainAccepted } = review;
    this.fetched = { leaf, chainEnd, isValidNow, isChainAccepted };
    this.pem = pem;
    this.proofMaterial = { leaf: pem.leaf, chain: pem.chain, root: pem.root };
    this.view.review = findings;
    this.view.chain = chain;
    this.view.state = 'ready';
  }

  /** Takes the files that the bundle would replace as the order's own. If they are current, nothing is to be written. */
  recognize(own: OwnFiles): void {
    this.own = own;
    this.view.isUpdate = true;
    if (own.currentSince === null) return;
    this.drop();
    this.view.state = 'current';
    this.view.currentSince = own.currentSince;
    this.view.copyId = own.copyId;
  }

  fail(error: AppError): void {
    this.drop();
    this.view.state = 'failed';
    this.view.error = error;
  }

  /** Ends it without an outcome, unless it has one. */
  cancel(): void {
    this.drop();
    if (this.view.state === 'pending' || this.view.state === 'ready') this.view.state = 'cancelled';
  }

  /** Drops the files and overwrites the keys in them; strings are left to the garbage collector. */
  drop(): void {
    for (const files of [this.plan?.files, this.bundle?.files])
      for (const { content } of files ?? []) content?.fill(0);
    this.pem = null;
    this.plan = null;
    this.bundle = null;
  }
}

/** The files of a bundle, as they are registered. */
export function writtenFilesOf({ files }: ExportBundle): readonly WrittenFile[] {
  return files.map(({ name, content, mode, secret }) => ({
    name,
    sha256: sha256Hex(content),
    size: content.length,
    mode,
    hasKey: secret,
  }));
}
