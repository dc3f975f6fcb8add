import type { FeedAnswer, SignedRelease } from '#main/settings/update/signedRelease.ts';
import type { PackageManager } from '#main/settings/update/updateCommand.ts';
import type { UpdateSource } from '#main/settings/update/updateSource.ts';
import type { UpdateProblem } from '#shared/domain/update.ts';
import { ok, type Result } from '#shared/result.ts';
import { newFeedKey, releaseWith, signedBy } from './signedFeed.ts';

/** A feed that answers as the test says, and counts requests. */
export class FakeUpdateSource implements UpdateSource {
  hasFeed = true;
  canInstall = true;
  version = '1.2.3';
  packageManager: PackageManager | null = null;
  readonly key = newFeedKey();
  /** Their signatures are accepted. */
  accepted = [this.key];
  /** The result of the next checks. */
  found: Result<FeedAnswer, UpdateProblem> = ok(signedBy(this.key, releaseWith({ version: '1.2.3' })));
  /** The result of the next downloads. */
  onDownload: (tell: (percent: number) => void) => Promise<Result<null, UpdateProblem>> = async () =>
    ok(null);
  readonly asked: ('check' | 'download' | 'install')[] = [];
  readonly downloaded: SignedRelease[] = [];

  /** Offers a release that is signed. */
  offer(changes: Partial<SignedRelease> = {}): void {
    this.found = ok(signedBy(this.key, releaseWith(changes)));
  }

  keys() {
    return this.accepted.map(({ publicKey }) => publicKey);
  }

  async read(): Promise<Result<FeedAnswer, UpdateProblem>> {
    this.asked.push('check');
    return this.found;
  }

  download(
    release: SignedRelease,
    onProgress: (percent: number) => void,
  ): Promise<Result<null, UpdateProblem>> {
    this.asked.push('download');
    this.downloaded.push(release);
    return this.onDownload(onProgress);
  }

  async install(): Promise<void> {
    this.asked.push('install');
  }
}
