import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import type { HookRepository } from '#main/webhook/hooks/hookService.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Hooks in memory, with failures that a test sets. */
export class FakeHookRepository implements HookRepository {
  readonly saved: Map<string, Hook>;
  /** The error of every write, or `null`. */
  failure: AppError | null = null;

  constructor(hooks: readonly Hook[] = []) {
    this.saved = new Map(hooks.map((hook) => [hook.id, hook] as const));
  }

  all(): Hook[] {
    return [...this.saved.values()];
  }

  save(hook: Hook): Result<null> {
    if (this.failure !== null) return err(this.failure);
    this.saved.set(hook.id, hook);
    return ok(null);
  }

  remove(id: string): Result<null> {
    if (this.failure !== null) return err(this.failure);
    this.saved.delete(id);
    return ok(null);
  }
}
