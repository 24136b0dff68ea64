import { useEffect, useRef } from 'react';
import { FilePlus2, FolderInput, Pencil, TextCursorInput, Trash2 } from 'lucide-react';
import { PAGES } from '#contract/pages.ts';
import type { AnalysisSummary } from '#contract/answers.ts';
import { findTopSegments } from '#contract/top-segments.ts';
import { LOW_CONFIDENCE } from '#frontend/analysis/constants.ts';
import { measureConfidence } from '#frontend/analysis/measure/lift.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import { formatDate, formatDateTime } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount, formatMoney, formatPercent, formatRate } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Checkbox } from '#frontend/ui/field.tsx';
import { IconButton } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { describeAuthors } from './changed-by.ts';
import { ChoicesText } from './choices-text.tsx';
import { LabelForm } from './label-form.tsx';

export interface SavedRowProps {
  analysis: AnalysisSummary;
  isDeleteDisabled: boolean;
  onDelete(): void;
  /** Moves or copies it to a team or back; null where there is no other place. */
  onMove: (() => void) | null;
  /** False for a viewer of a team, who changes nothing. */
  mayEdit: boolean;
  /** Whether the analysis is ticked for a comparison; disabled while two others are. */
  pick: { isPicked: boolean; isDisabled: boolean; onChange(isPicked: boolean): void };
  /** Whether the form for its name and note is open. */
  label: { isOpen: boolean; onChange(isOpen: boolean): void };
}

const SOURCE_WORDS = { active: 'Kept current', paused: 'Updates paused' } as const;

const ROW_CLASSES =
  'group relative isolate grid grid-cols-1 gap-x-8 gap-y-4 lg:gap-x-6 xl:gap-x-8 border-b border-hairline py-4 lg:col-span-full lg:grid-cols-subgrid lg:items-center';

const LINK_ROW_CLASSES = cx(
  ROW_CLASSES,
  // The hover background is a little wider than the text on both sides.
  'before:absolute before:-inset-x-2 before:inset-y-0 before:-z-10 before:rounded-control hover:before:bg-hover',
);

const ACTION_CLASSES =
  'relative inline-flex size-control items-center justify-center rounded-control text-muted hover:bg-strong/40 hover:text-text';

/** One saved analysis. The whole row links to its results; the actions lie above that link. */
export function SavedRow({
  analysis,
  isDeleteDisabled,
  onDelete,
  onMove,
  mayEdit,
  pick,
  label,
}: SavedRowProps) {
  const {
    id,
    name,
    note,
    fileName,
    createdAt,
    conversionValue,
    significanceThreshold,
    analysisData,
    choices,
    isShared,
    source,
    alerts,
  } = analysis;
  const rename = useFocusAfter(label.isOpen);
  if (label.isOpen)
    return (
      <li className={ROW_CLASSES}>
        <LabelForm analysis={analysis} onClose={() => label.onChange(false)} />
      </li>
    );
  return (
    <li className={LINK_ROW_CLASSES}>
      <div className="flex min-w-0 items-start gap-3">
        {/* The checkbox lies above the link of the row. */}
        <Checkbox
          label={`Compare ${name}`}
          checked={pick.isPicked}
          disabled={pick.isDisabled}
          onChange={pick.onChange}
          className="relative z-1 -my-0.5 coarse:-my-2.5"
        >
          {''}
        </Checkbox>
        <div className="min-w-0">
          <h2 className="text-14 font-semibold">
            <Link
              to={addressInTeam(`${PAGES.saved.path}/${encodeURIComponent(id)}`)}
              title={name}
              className="line-clamp-2 wrap-anywhere after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {name}
            </Link>
          </h2>
          <p className="text-13 wrap-anywhere text-muted">
            {name !== fileName && <span className="line-clamp-2">{fileName}</span>}
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <time dateTime={createdAt}>{formatDateTime(new Date(createdAt))}</time>
              {analysis.madeBy !== undefined && <span>{describeAuthors(analysis)}</span>}
              {isShared && <Badge>Shared</Badge>}
              {source && <Badge>{SOURCE_WORDS[source]}</Badge>}
              {analysis.datasetEndsAt !== undefined && (
                <Badge tone="caution" sign="!">
                  Rows end {formatDate(new Date(analysis.datasetEndsAt))}
                </Badge>
              )}
              {alerts.open > 0 && (
                <Badge {...(alerts.unseen > 0 && { tone: 'caution', sign: '!' })}>
                  {countNoun(alerts.open, 'alert')}
                </Badge>
              )}
            </span>
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 tabular-nums sm:grid-cols-4 lg:col-span-4 lg:grid-cols-subgrid lg:gap-x-6 xl:gap-x-8 lg:text-right">
        <Figure label="Conversion Value" figure={formatMoney(conversionValue, choices?.currency)} />
        <Figure label="Significance Threshold" figure={formatPercent(significanceThreshold)} />
        <Figure label="Total Leads" figure={formatCount(analysisData.totalLeads)} />
        <Figure label="Conversion Rate" figure={formatRate(analysisData.overallRate / 100)} />
      </dl>
      <div className="max-w-md min-w-0 lg:max-w-none">
        <div className="mb-1 flex justify-between gap-3 text-12 lg:sr-only">
          <h3 className="font-normal text-muted">Top Performing Segments</h3>
          {analysisData.metrics.length > 0 && (
            <p aria-hidden className="text-faint">
              Tick = average
            </p>
          )}
        </div>
        <SegmentBars data={analysisData} />
      </div>
      <div className="-mx-2.5 -my-2 flex transition-opacity max-lg:order-last group-focus-within:opacity-100! group-hover:opacity-100! lg:m-0 lg:[@media(hover:hover)_and_(not_(any-pointer:coarse))]:opacity-0">
        <Link
          to={addressInTeam(`/?settingsOf=${encodeURIComponent(id)}`)}
          aria-label={`New file with these settings: ${name}`}
          title="New file with these settings"
          className={ACTION_CLASSES}
        >
          <FilePlus2 aria-hidden className="size-4" />
        </Link>
        {mayEdit && (
          <>
            <IconButton
              ref={rename}
              label={`Rename ${name}`}
              title="Rename, write a note"
              icon={<TextCursorInput />}
              onClick={() => label.onChange(true)}
              className="relative hover:bg-strong/40"
            />
            <Link
              to={addressInTeam(`/?loadAnalysis=${encodeURIComponent(id)}`)}
              aria-label={`Edit ${name}`}
              title="Edit"
              className={ACTION_CLASSES}
            >
              <Pencil aria-hidden className="size-4" />
            </Link>
            {onMove && (
              <IconButton
                label={`Move or copy ${name}`}
                title="Move or copy"
                icon={<FolderInput />}
                onClick={onMove}
                className="relative hover:bg-strong/40"
              />
            )}
            <IconButton
              label={`Delete ${name}`}
              title="Delete"
              icon={<Trash2 />}
              disabled={isDeleteDisabled}
              onClick={onDelete}
              className="relative hover:bg-strong/40 hover:text-down"
            />
          </>
        )}
      </div>
      {choices && <ChoicesText choices={choices} className="lg:col-span-full lg:-mt-2 lg:pl-7.5" />}
      {note !== '' && (
        <p className="line-clamp-3 max-w-prose text-13 wrap-anywhere whitespace-pre-line lg:col-span-full lg:-mt-2 lg:pl-7.5">
          {note}
        </p>
      )}
    </li>
  );
}

/** Returns the focus to a button when the form that replaced it closes. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted lg:sr-only">{label}</dt>
      <dd>{figure}</dd>
    </div>
  );
}

/** Whether a segment has too few leads to trust its rate, as in the results. */
const isSmall = (leads: number): boolean => measureConfidence(leads) < LOW_CONFIDENCE;

/** The top segments in their order, as bars from 0 to the best rate, with a tick at the average. */
function SegmentBars({ data }: { data: AnalysisSummary['analysisData'] }) {
  const { metrics, overallRate } = data;
  const segments = findTopSegments(metrics, overallRate);
  if (segments.length === 0) return <p className="text-13 text-faint">None above average</p>;
  const best = Math.max(...segments.map(({ conversionRate }) => conversionRate));
  return (
    <ol className="flex flex-col gap-1">
      {segments.map(({ fieldName, fieldValue, conversionRate, totalLeads }) => (
        <li key={`${fieldName}\n${fieldValue}`} className="text-13">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate" title={`${fieldName}: ${fieldValue}`}>
              <span className="text-muted">{fieldName}: </span>
              {fieldValue}
            </span>
            <span className="shrink-0 tabular-nums">
              {isSmall(totalLeads) && (
                <span className="text-12 text-caution">! {countNoun(totalLeads, 'lead')} </span>
              )}
              {formatRate(conversionRate / 100)}
            </span>
          </span>
          <span aria-hidden className="relative mt-0.5 block h-1 bg-hairline">
            <span
              className="absolute inset-y-0 left-0 bg-control"
              style={{ width: `${(100 * conversionRate) / best}%` }}
            />
            <span
              className="absolute -inset-y-0.5 w-px bg-text"
              style={{ left: `${(100 * overallRate) / best}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
