import { existsSync, readFileSync } from 'node:fs';

/** A test beside the project's own data: leads and independent figures for them, kept in a sibling folder. */
const folder = new URL('../../../shared/data/', import.meta.url);
const leadsFile = new URL('x-education-leads.csv', folder);
const expectedFile = new URL('x-education-expected.json', folder);

export const hasRealFile = existsSync(leadsFile) && existsSync(expectedFile);
export const NEEDS_REAL_FILE = 'the real lead file beside the project';

export interface ExpectedRange {
  min: number;
  max: number | null;
  label: string;
}

type Named = [field: string, value: string];

/** The figures as their file has them: rates ending in Pct and differences in percent. */
export interface ExpectedFigures {
  totalLeads: number;
  totalQualified: number;
  baselineRatePct: number;
  baselineLeadValue: number;
  segments: {
    field: string;
    value: string;
    leads: number;
    qualified: number;
    ratePct: number;
    rawLift: number;
    confidence: number;
    adjustedLift: number;
    chi2: number;
    pValue: number;
    outside: boolean;
    significant: boolean;
    segmentLeadValue: number;
  }[];
  eligibleForInteraction: Named[];
  pairsTested: [Named, Named, leads: number][];
  combinations: number;
  exportBlocked: boolean;
  interactionTests: {
    a: Named;
    b: Named;
    leads: number;
    qualified: number;
    ratePct: number;
    confidence: number;
    predictedLift: number;
    actualLift: number;
    differencePoints: number;
    pValue: number;
    significant: boolean;
  }[];
  valueRules: {
    field: string;
    value: string;
    suggested: number;
    cut: boolean;
    partners: Named[];
    leads: number;
    significant: boolean;
  }[];
  combinations_sorted: {
    count: number;
    sum: number;
    first: [string[], number][];
    last: [string[], number][];
  };
  ranges: Record<
    string,
    {
      min: number;
      max: number;
      quartiles: ExpectedRange[];
      quartileLeads: { gap_up: Record<string, number> };
      thirds: ExpectedRange[];
      equal: ExpectedRange[];
    }
  >;
}

export function readRealLeads(): Uint8Array {
  return readFileSync(leadsFile);
}

export function readExpectedFigures(): ExpectedFigures {
  // The file is a fixture; a test that finds another shape fails.
  return JSON.parse(readFileSync(expectedFile, 'utf8')) as ExpectedFigures;
}
