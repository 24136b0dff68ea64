export interface SampleSegment {
  value: string;
  /** Conversion rate / baseline rate. */
  lift: number;
  /** The 95% Wilson score interval of the conversion rate / baseline rate. */
  low: number;
  high: number;
}

/** Figures of the sample data for the picture of a result, to two decimals. A test computes them and compares. */
export const SAMPLE_FIGURES: {
  field: string;
  leads: number;
  conversions: number;
  segments: readonly SampleSegment[];
} = {
  field: 'Source',
  leads: 2000,
  conversions: 461,
  segments: [
    { value: 'Referral', lift: 2.19, low: 1.92, high: 2.45 },
    { value: 'LinkedIn Ads', lift: 1.31, low: 1.02, high: 1.65 },
    { value: 'Organic Search', lift: 1.01, low: 0.85, high: 1.19 },
    { value: 'Facebook Ads', lift: 0.45, low: 0.34, high: 0.59 },
  ],
};
