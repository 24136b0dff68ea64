import { useEffect, useEffectEvent } from 'react';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { cutFigures, type EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import { packToEnter } from '#frontend/choices/pack-figures.ts';
import { usePlannedNow } from '#frontend/features/platforms/platform-plans.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { packAnalysis, type AnalysisToPack } from '#frontend/features/saved/pack-analysis.ts';

interface KeepFiguresProps {
  /** The saved analysis that holds what is shown; null without one. */
  saved: EarlierFigures['saved'];
}

/** Keeps the figures of the shown results with their settings, so that the next file can be compared with them. Draws nothing. */
export function KeepFigures({ saved }: KeepFiguresProps) {
  const { measurement, context, settings, work } = useResults();
  const plans = usePlannedNow();
  const [id, team] = [saved?.id ?? null, saved?.team ?? null];
  const keep = useEffectEvent(() =>
    work?.keepFigures(() =>
      packEarlier({
        packed: {
          analysis: judge(measurement, settings),
          context,
          notQualifiedValues: [],
          toEnter: plans && packToEnter(measurement.fields, findToEnter(plans)),
        },
        saved: id === null ? null : { id, team },
        knownBy: work.openedAt,
      }),
    ),
  );
  useEffect(() => keep(), [measurement, settings, plans, id, team]);
  return null;
}

interface ToKeep extends Pick<EarlierFigures, 'saved' | 'knownBy'> {
  packed: AnalysisToPack;
}

/** The figures as they are kept, from those that are shown. */
export function packEarlier({ packed, saved, knownBy }: ToKeep): EarlierFigures {
  const { fileName, configurationData, analysisData } = packAnalysis(packed);
  const { settings } = packed.analysis;
  const { notQualifiedValues = [], valueMappings = {}, binningConfig = {} } = configurationData;
  const configuration = { ...configurationData, notQualifiedValues, valueMappings, binningConfig };
  const figures = cutFigures({ ...analysisData, correlationTests: [] });
  return { name: fileName, fileName, saved, knownBy, settings, configuration, figures };
}
