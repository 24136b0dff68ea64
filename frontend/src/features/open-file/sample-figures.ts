export interface SampleSegment {
  value: string;
  /** The counted lift, and its 95% interval. */
  lift: number;
  low: number;
  high: number;
}

/** Figures of the sample data, to two decimals. A test compares them with an analysis of the data. */
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
    { value: 'Referral', lift: 2.19, low: 1.95, high: 2.44 },
    { value: 'LinkedIn Ads', lift: 1.31, low: 1.04, high: 1.65 },
    { value: 'Organic Search', lift: 1.01, low: 0.87, high: 1.17 },
    { value: 'Facebook Ads', lift: 0.45, low: 0.34, high: 0.59 },
  ],
};
