interface ProgressProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
}

/** The progress of counted work. */
export function Progress({ value, max, label }: ProgressProps) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 w-full overflow-hidden rounded-full bg-pressed"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
