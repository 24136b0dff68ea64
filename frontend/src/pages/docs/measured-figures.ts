import type { Method } from '#frontend/analysis/learn-rules.ts';

/** Simulated files behind each figure below. */
export const COVERAGE_FILES = 1000;

/** Percent of the files whose 95% interval of the value lift held the true lift, by the sigma of the log-normal amounts. A test simulates them anew. */
export const INTERVAL_COVERAGE = { 1: 94.8, 1.5: 91.6 } as const;

/** Figures of one method in percent, with one decimal. */
interface MethodFigures {
  /** Predicted / actual conversions - 1. */
  bias: number;
  calibrationError: number;
}

interface UnseenFigures {
  /** Numbers are in quartiles. */
  fields: readonly string[];
  methods: Readonly<Record<Exclude<Method, 'rules'>, MethodFigures>>;
}

/** The check of the program on a public data set, for three choices of attributes. A test computes them anew. */
export const UNSEEN_FIGURES: readonly UnseenFigures[] = [
  {
    fields: ['Lead Origin', 'Lead Source', 'What is your current occupation'],
    methods: {
      product: { bias: -13, calibrationError: 38.8 },
      balanced: { bias: 0.2, calibrationError: 9.2 },
      best: { bias: -0.6, calibrationError: 4.7 },
    },
  },
  {
    fields: ['Lead Source', 'Last Activity', 'Total Time Spent on Website'],
    methods: {
      product: { bias: -18.9, calibrationError: 22.7 },
      balanced: { bias: -0.3, calibrationError: 17.1 },
      best: { bias: -1.3, calibrationError: 6 },
    },
  },
  {
    fields: ['Lead Source', 'City', 'Specialization'],
    methods: {
      product: { bias: -9, calibrationError: 15.8 },
      balanced: { bias: 0.6, calibrationError: 6.8 },
      best: { bias: -1.1, calibrationError: 6.6 },
    },
  },
];
