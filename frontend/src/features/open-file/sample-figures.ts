export interface SampleSegment {
  value: string;
  /** The counted conversion rate, and its own 95% interval. */
  rate: number;
  low: number;
  high: number;
}

/** Figures of the sample data, rates to three decimals. A test compares them with an analysis of the data. */
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
    { value: 'Referral', rate: 0.504, low: 0.442, high: 0.566 },
    { value: 'LinkedIn Ads', rate: 0.303, low: 0.235, high: 0.38 },
    { value: 'Organic Search', rate: 0.233, low: 0.196, high: 0.275 },
    { value: 'Facebook Ads', rate: 0.103, low: 0.077, high: 0.137 },
  ],
};

/** The rate of all leads. */
export const SAMPLE_RATE = SAMPLE_FIGURES.conversions / SAMPLE_FIGURES.leads;
