import { type ComponentType, useMemo } from 'react';
import useSWR from 'swr';
import { PAGES } from '#contract/pages.ts';
import { SHARE_NOT_FOUND, type SharedFigures } from '#contract/sharing.ts';
import { clampSettings } from '#frontend/analysis/judge/settings.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { isGone, openShared } from '#frontend/api/analyses.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useHashToken } from '#frontend/ui/use-hash-token.ts';
import { listChoices, ChoicesText } from '#frontend/features/saved/choices-text.tsx';
import { NotDecided } from '#frontend/features/results/not-decided.tsx';
import type { ResultsProps } from '#frontend/features/results/shown-results.tsx';
import { readStored } from '#frontend/features/saved/stored-measurement.ts';

interface SharedAnalysisProps {
  /** Draws the results, which other features stand in. */
  Results: ComponentType<ResultsProps>;
}

/** The page behind a read-only link. Its visitor needs no account. */
export function SharedAnalysis({ Results }: SharedAnalysisProps) {
  const token = useHashToken();
  const { data, error, isValidating, mutate } = useSWR(token ? ['/api/shared', token] : null, ([, ofLink]) =>
    openShared(ofLink),
  );
  return (
    <>
      {/* React moves this into the head. It hides the address of this page from other sites. */}
      <meta name="referrer" content="no-referrer" />
      {data ? (
        <SharedView figures={data} publishedAt={new Date(data.publishedAt)} Results={Results} />
      ) : token && (isValidating || !error) ? (
        <Loading />
      ) : (
        <NoAnswer error={error} onRetry={() => void mutate()} />
      )}
    </>
  );
}

function Loading() {
  return (
    <div className="mx-auto w-full max-w-results flex-1 px-4 py-12 sm:px-6">
      <SkeletonLines label="Loading..." lines={6} />
    </div>
  );
}

/** A link that has ended, has expired or never existed gets the same text. Only a failure of the server offers a retry. */
function NoAnswer({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const isNothing = error === undefined || isGone(error);
  return (
    <div className="mx-auto flex w-full max-w-step flex-1 flex-col items-start justify-center gap-4 px-4 py-18 sm:px-6">
      {isNothing && <p className="text-14 font-medium text-faint tabular-nums">404</p>}
      <h1 className="text-28 tracking-[-0.02em]">
        {isNothing ? 'Nothing is shared here' : 'The analysis could not be opened'}
      </h1>
      <p className="max-w-prose text-16 text-muted">
        {isNothing
          ? SHARE_NOT_FOUND
          : (reasonOf(error) ?? 'It could not be read just now. Please try again.')}
      </p>
      {isNothing ? (
        <Link to={PAGES.home.path} className={`${buttonClasses('primary')} mt-4`}>
          Back to Home
        </Link>
      ) : (
        <Button onClick={onRetry} className="mt-2">
          Try Again
        </Button>
      )}
    </div>
  );
}

interface SharedViewProps extends SharedAnalysisProps {
  figures: SharedFigures;
  publishedAt: Date;
  /** True in the dialog of the owner, which has its own title. */
  isPreview?: boolean;
}

/** The page of a read-only link, the same for its visitors and in the owner's preview. */
export function SharedView({ figures, publishedAt, Results, isPreview = false }: SharedViewProps) {
  const shown = useMemo(() => readShared(figures), [figures]);
  const { notDecided } = figures.analysisData;
  const findings =
    notDecided === undefined ? null : <NotDecided>{`${countNoun(notDecided, 'lead')}.`}</NotDecided>;
  const Heading = isPreview ? 'h2' : 'h1';
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
        <ChoicesText
          choices={listChoices(shown.context)}
          results={figures.configurationData.basis === 'value' ? 'by conversions' : undefined}
        />
        <Results {...shown} findings={findings} headingLevel={2} />
        <p className="border-t border-hairline pt-4 text-13 text-muted">
          A read-only link holds figures and no leads. Balanced multipliers, best estimates, figures by value,
          the check and the view Apply need the leads, so they are not on this page.
        </p>
      </div>
    </>
  );
}

/** The name of a shared analysis if its owner does not show one. */
const UNNAMED = 'Shared analysis';

/**
 * The input of the results view for figures behind a link. A link holds no ranges and no original names of values.
 *
 * @internal
 */
export function readShared(figures: SharedFigures): ReturnType<typeof readStored> {
  const { name, configurationData, analysisData } = figures;
  const configuration = {
    ...configurationData,
    notQualifiedValues: [],
    valueMappings: {},
    binningConfig: {},
  };
  return readStored({
    fileName: name ?? UNNAMED,
    configuration,
    figures: analysisData,
    settings: clampSettings({
      conversionValue: figures.conversionValue,
      thresholdPercent: figures.significanceThreshold,
      currency: configurationData.currency,
    }),
  });
}
