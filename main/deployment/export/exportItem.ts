import type { Bundle, BundlePem } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ExportItemView } from '#shared/domain/export.ts';
import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import type { ProofMeasure } from '../proof/prover.ts';
import type { ExportBundle, PlannedBundle } from './exportDestination.ts';
import type { OrderFacts } from './planNames.ts';
import type { WrittenFile } from './writtenBundle.ts';

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** Overwrites what was a private key. Strings that it was made from are the garbage collector's. */
function wipe(bundle: PlannedBundle | null): void {
  for (const { content } of bundle?.files ?? []) content?.fill(0);
}

/** What names are made from, of an order as it is known. @param addedAt Unix ms */
export function orderFacts(order: OrderRow, addedAt: number): OrderFacts {
  const { id, commonName, domains, notAfter } = order;
  const title = orderTitle(order);
  return { id, rid: serviceKey(order), title, addedAt, domain: commonName ?? domains[0] ?? title, notAfter };
}

/** One order of a job: what is shown of it and, from the fetch until the job ends, its files. */
export class ExportItem {
  readonly order: OrderRow;
  readonly view: Mutable<ExportItemView>;
  /** What names are made from: of the order as it is known, then of the leaf that was fetched. */
  facts: OrderFacts;
  /** The leaf that was fetched. */
  leaf: CertificateFacts | null = null;
  /** Whether that leaf is valid now. */
  isValidNow = false;
  isChainAccepted = false;
  /** What was written, once it was. */
  written: readonly WrittenFile[] = [];
  /** Where the files are that they replaced: see `BundleOutcome`. */
  former: string | null = null;
  /** What the files are made of, while any is still to be made. */
  pem: BundlePem | null = null;
  /** What the written files are measured by; holds no key. */
  measure: ProofMeasure | null = null;
  /** The files as far as they can be made without a passphrase. */
  plan: PlannedBundle | null = null;
  /** All files, ready to be written. */
  bundle: ExportBundle | null = null;

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
      files: [],
      snippet: null,
      proof: null,
      error: null,
    };
  }

  /** Takes what was fetched. */
  accept({ leaf, chain, pem }: Bundle, { findings, isValidNow, isChainAccepted }: BundleReview): void {
    const domain = leaf.commonName ?? leaf.subjectAltNames[0] ?? this.facts.title;
    this.facts = { ...this.facts, domain, notAfter: leaf.notAfter };
    this.leaf = leaf;
    this.pem = pem;
    this.measure = { leaf: pem.leaf, chain: pem.chain, root: pem.root };
    this.isValidNow = isValidNow;
    this.isChainAccepted = isChainAccepted;
    this.view.review = findings;
    this.view.chain = chain;
    this.view.state = 'ready';
  }

  fail(error: AppError): void {
    this.drop();
    this.view.state = 'failed';
    this.view.error = error;
  }

  /** Lets go of the files, and of the key in them. */
  drop(): void {
    wipe(this.plan);
    wipe(this.bundle);
    this.pem = null;
    this.plan = null;
    this.bundle = null;
  }
}
