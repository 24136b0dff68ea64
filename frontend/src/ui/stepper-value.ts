export interface NumberBounds {
  min: number;
  max?: number;
  step: number;
}

/** The nearest number that the bounds allow: a multiple of the step, between the minimum and the maximum. */
export function settle(value: number, { min, max = Number.MAX_SAFE_INTEGER, step }: NumberBounds): number {
  const inside = Math.min(max, Math.max(min, value));
  const steps = Math.round((inside - min) / step);
  // 0.1 + 0.2 is not 0.3: the result is cut to as many decimals as the bounds have.
  const rounded = Number((min + steps * step).toFixed(Math.max(decimals(step), decimals(min))));
  return rounded > max ? max : rounded;
}

/** Whether typed text is a number that the bounds allow as it stands. */
export function isSettled(text: string, bounds: NumberBounds): boolean {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && settle(value, bounds) === value;
}

function decimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}
