import { judge, type Measurement, type Settings } from '#frontend/analysis/analyse.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import type { AnalysisContext } from '#frontend/exports/analysis-context.ts';
import { packAnalysis } from './wire.ts';

export interface WorkToPack {
  measurement: Measurement;
  settings: Settings;
  context: AnalysisContext;
  /** All values of the status column, '' for a blank. */
  listStatusValues(): Promise<readonly string[]>;
}

/** The record of an analysis, its rows apart, as JSON. */
export async function packRecord({
  measurement,
  settings,
  context,
  listStatusValues,
}: WorkToPack): Promise<string> {
  const qualified = new Set(context.qualifiedValues);
  const statusValues = (await listStatusValues()).map((value) => value || BLANK_LABEL);
  return JSON.stringify(
    packAnalysis({
      analysis: judge(measurement, settings),
      context,
      notQualifiedValues: statusValues.filter((value) => !qualified.has(value)),
    }),
  );
}
