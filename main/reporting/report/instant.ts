/** An instant (Unix ms) in UTC for programs (ISO 8601): `2026-06-15T12:00:00.000Z`. */
export function instant(ms: number): string;
export function instant(ms: number | null): string | null;
export function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
