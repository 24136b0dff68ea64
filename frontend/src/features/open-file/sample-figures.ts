export interface SampleSegment {
  value: string;
  /** The adjusted lift in the results. */
  adjustedLift: number;
  /** The 95% interval of the counted lift. */
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
    { value: 'Referral', adjustedLift: 1.99, low: 1.95, high: 2.44 },
    { value: 'LinkedIn Ads', adjustedLift: 1.24, low: 1.04, high: 1.65 },
    { value: 'Organic Search', adjustedLift: 1.01, low: 0.87, high: 1.17 },
    { value: 'Facebook Ads', adjustedLift: 0.51, low: 0.34, high: 0.59 },
  ],
};
