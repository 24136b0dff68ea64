import { type ReactNode, useMemo } from 'react';
import type { SharedFigures } from '#contract/sharing.ts';
import { clampSettings } from '#frontend/analysis/settings.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { choicesOf, ChoicesText } from '../choices-text.tsx';
import type { SavedResults, SavedResultsSlot } from '../saved-results.ts';
import { restoreMeasurement } from '../stored-measurement.ts';
import { contextOf } from '../wire.ts';

interface SharedViewProps {
  figures: SharedFigures;
  publishedAt: Date;
  renderResults(slot: SavedResultsSlot): ReactNode;
  /** In the dialog of the owner the page has a title already. */
  isPreview?: boolean;
}

/** What a read-only link shows: the same for its visitors and in the owner's preview. */
export function SharedView({ figures, publishedAt, renderResults, isPreview = false }: SharedViewProps) {
  const shown = useMemo(() => readShared(figures), [figures]);
  const Heading = isPreview ? 'h3' : 'h1';
  return (
    <>
      <div className="border-b border-hairline">
        <div className="mx-auto flex w-full max-w-results flex-wrap items-baseline gap-x-4 px-4 py-4 sm:px-6">
          <Heading className="min-w-0 text-20 wrap-anywhere">{figures.name ?? UNNAMED}</Heading>
          <p className="text-13 text-muted">
            Shared read-only, figures of{' '}
            <time dateTime={publishedAt.toISOString()}>{formatLongDateTime(publishedAt)}</time>
          </p>
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-results flex-1 flex-col gap-4 px-4 py-6 sm:px-6">
        {figures.note && (
          <p className="max-w-prose text-14 wrap-anywhere whitespace-pre-line">{figures.note}</p>
        )}
        <ChoicesText choices={choicesOf(shown.context)} />
        {renderResults(shown)}
        <p className="border-t border-hairline pt-4 text-13 text-muted">
          A read-only link holds figures and no leads. Balanced multipliers, best estimates, figures by value
          and the tabs Apply and Check need the leads, so they are not on this page.
        </p>
      </div>
    </>
  );
}

/** The name of a shared analysis whose owner does not show one. */
const UNNAMED = 'Shared analysis';

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
