import type { SharedFigures } from '#contract/sharing.ts';
import { clampSettings } from '#frontend/analysis/settings.ts';
import { contextOf } from '../wire.ts';
import type { SavedResults } from '../saved-results.ts';
import { restoreMeasurement } from '../stored-measurement.ts';

/** The name of a shared analysis whose owner does not show one. */
export const UNNAMED = 'Shared analysis';

/** The input of the results view for figures behind a link. A link holds no ranges and no original names of values. */
export function readShared(
  figures: SharedFigures,
): Pick<SavedResults, 'measurement' | 'context' | 'settings'> {
  const { name, configurationData, analysisData } = figures;
  const configuration = {
    ...configurationData,
    notQualifiedValues: [],
    valueMappings: {},
    binningConfig: {},
  };
  return {
    measurement: restoreMeasurement(analysisData, configurationData.attributeColumns),
    context: contextOf({ fileName: name ?? UNNAMED, configuration }),
    settings: clampSettings({
      conversionValue: figures.conversionValue,
      thresholdPercent: figures.significanceThreshold,
      currency: configurationData.currency,
    }),
  };
}
