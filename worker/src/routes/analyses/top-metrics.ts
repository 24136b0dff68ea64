import { TOP_SEGMENTS } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';

const MAX_NAME_LENGTH = 200;

const cut = (name: string): string =>
  name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1)}…`;

/** Keeps the best converting metrics of any number that pass by, ties in their order. */
export class TopMetrics {
  #best: Metric[] = [];

  add(metric: Metric): void {
    const last = this.#best.at(-1);
    if (this.#best.length === TOP_SEGMENTS && last && metric.conversionRate <= last.conversionRate) return;
    const entry = { ...metric, fieldName: cut(metric.fieldName), fieldValue: cut(metric.fieldValue) };
    this.#best = [...this.#best, entry]
      .toSorted((a, b) => b.conversionRate - a.conversionRate)
      .slice(0, TOP_SEGMENTS);
  }

  /** Those that convert above the overall rate. */
  above(overallRate: number): Metric[] {
    return this.#best.filter(({ conversionRate }) => conversionRate > overallRate);
  }
}
