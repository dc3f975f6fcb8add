import type { PackageManager } from '#main/settings/update/updateCommand.ts';
import type { UpdateSource } from '#main/settings/update/updateSource.ts';
import type { UpdateOffer, UpdateProblem } from '#shared/domain/update.ts';
import { ok, type Result } from '#shared/result.ts';

/** A feed that answers as the test says, and counts requests. */
export class FakeUpdateSource implements UpdateSource {
  hasFeed = true;
  canInstall = true;
  packageManager: PackageManager | null = null;
  /** The result of the next checks. */
  found: Result<UpdateOffer | null, UpdateProblem> = ok(null);
  /** The result of the next downloads. */
  onDownload: (tell: (percent: number) => void) => Promise<Result<null, UpdateProblem>> = async () =>
    ok(null);
  readonly asked: ('check' | 'download' | 'install')[] = [];

  async check(): Promise<Result<UpdateOffer | null, UpdateProblem>> {
    this.asked.push('check');
    return this.found;
  }

  download(onProgress: (percent: number) => void): Promise<Result<null, UpdateProblem>> {
    this.asked.push('download');
    return this.onDownload(onProgress);
  }

  async install(): Promise<void> {
    this.asked.push('install');
  }
}
