/** How far the data support the lift of a segment. */
export type SegmentLabel = 'Use' | 'Test' | 'No difference' | 'Unclear';

/** How far the data support that two values convert otherwise than their lifts predict. */
export type PairLabel = 'Real' | 'Possible' | 'No difference' | 'Unclear';
