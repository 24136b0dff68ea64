import { segmentKey } from '#contract/top-segments.ts';
import { useMemo, useState } from 'react';
import type { Alert, Alerts } from '#contract/alerts.ts';
import type { Currency } from '#contract/currencies.ts';
import { CONNECTION_NAMES } from '#contract/platforms.ts';
import type { VersionFigures } from '#contract/sources.ts';
import { compareMeasurements, type Comparison } from '#frontend/analysis/compare/compare.ts';
import { compareStages } from '#frontend/analysis/compare/compare-stages.ts';
import { describeRateChange } from '#frontend/analysis/compare/rate-change.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import { findOpenStatuses, type OpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { useVersionFigures } from '#frontend/api/sources.ts';
import { useMay } from '#frontend/api/teams.ts';
import { areKept } from '#frontend/choices/pack-figures.ts';
import {
  compareToEnter,
  describeAdvice,
  describeMoved,
  describeRate,
  type ComparedFigures,
} from '#frontend/features/compare/comparison-words.ts';
import { stageChangeColumns, type StageChangeRow } from '#frontend/features/compare/comparison-columns.tsx';
import { enteredColumns } from '#frontend/features/compare/entered-columns.tsx';
import { textColumn, wideOnly, type Columns } from '#frontend/features/results/columns.tsx';
import { ValueName } from '#frontend/features/results/names.tsx';
import { describeStatuses } from '#frontend/features/results/not-decided.tsx';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import type { SavedResults } from '#frontend/features/saved/saved-results.ts';
import { listStageRows } from '#frontend/features/stages/stages-columns.tsx';
import { restoreMeasurement } from '#frontend/features/saved/stored-measurement.ts';
import { type Label, LabelWord, wordOfLabel } from '#frontend/features/results/evidence.tsx';
import { countNoun, formatCount, formatLift, formatLiftChange } from '#frontend/lib/format.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { describeDays, liftOfAlert } from './alerts-section.tsx';
import { LiftCell, describeLift } from './lift-cell.tsx';
import {
  asCounted,
  findInUse,
  nameVersion,
  newValuesBetween,
  type SavedFigures,
  type TimedVersion,
} from './timed-versions.ts';
import {
  listRules,
  describeLeadCounts,
  describeNewValues,
  describeRuleFates,
  listWatched,
  type ComparedRule,
  type RuleFate,
} from './version-words.ts';

type ComparedSaved = SavedFigures & Pick<SavedResults, 'toEnter' | 'stageFigures'>;

interface WhatChangedProps {
  id: string;
  saved: ComparedSaved;
  /** The oldest first; at least the saved figures and one version. */
  versions: readonly TimedVersion[];
  /** The rules in use are watched; undefined until they are known. */
  alerts: Alerts | undefined;
  isBusy: boolean;
  onEntered(number: number): void;
}

/** The changes from one version to another: by default, from the one in use to the newest. */
export function WhatChanged({ id, saved, versions, alerts, isBusy, onEntered }: WhatChangedProps) {
  const used = findInUse(versions);
  const [isShown, setShown] = useState<boolean | null>(null);
  const inUse = alerts?.inUse;
  const [picked, setPicked] = useState<{ version?: number; against?: number }>({});
  const version = versions.find(({ number }) => number === picked.version) ?? versions.at(-1)!; // at least one
  const against = pickAgainst(versions, version, picked.against);
  const [earlier, later] = against.number < version.number ? [against, version] : [version, against];
  const before = versions[versions.indexOf(version) - 1];
  const optionOf = (one: TimedVersion) => ({
    value: String(one.number),
    label: nameVersion(one),
    detail: [
      one === used && 'in use',
      one === before && 'the one before',
      one.madeAt && formatDate(one.madeAt),
    ]
      .filter(Boolean)
      .join(', '),
  });
  const newestFirst = versions.toReversed();
  return (
    <section aria-labelledby={HEADING} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h3 id={HEADING} className="text-16 font-semibold">
          What changed
        </h3>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <Dropdown
            label="Version"
            isLabelHidden
            options={newestFirst.filter(({ number }) => number > 0).map(optionOf)}
            value={String(version.number)}
            onChange={(number) => setPicked({ version: Number(number) })}
            className="w-64 max-w-full"
          />
          <span aria-hidden className="text-13 text-muted">
            compared with
          </span>
          <Dropdown
            label="Compared with"
            isLabelHidden
            options={newestFirst.filter((one) => one !== version).map(optionOf)}
            value={String(against.number)}
            onChange={(number) => setPicked({ version: version.number, against: Number(number) })}
            className="w-64 max-w-full"
          />
        </div>
      </div>
      <Difference
        {...{ id, saved, versions, alerts, earlier, later }}
        // Rules that no longer hold are in sight.
        disclosure={{ isShown: isShown ?? (alerts?.alerts.length ?? 0) > 0, onChange: setShown }}
      />
      <InUse {...{ id, version, isBusy, onEntered }} isInUse={version === used} frozen={inUse} />
    </section>
  );
}

const HEADING = 'what-changed';

/** The version to compare with: the chosen one, else the one in use, else the one before. */
function pickAgainst(
  versions: readonly TimedVersion[],
  version: TimedVersion,
  chosen: number | undefined,
): TimedVersion {
  const inUse = findInUse(versions);
  const before = versions[versions.indexOf(version) - 1];
  const found = versions.find(({ number }) => number === chosen && number !== version.number);
  return found ?? (inUse === version ? null : inUse) ?? before ?? version;
}

interface InUseProps extends Pick<WhatChangedProps, 'id' | 'isBusy' | 'onEntered'> {
  version: TimedVersion;
  isInUse: boolean;
  /** The rules in use, which may be those of another version. */
  frozen: Alerts['inUse'] | undefined;
}

/** Says that the rules of a version are in the ad account, or lets the owner say so. */
function InUse({ id, version, isInUse, frozen, isBusy, onEntered }: InUseProps) {
  const { number, enteredAt, pushedWith } = version;
  const { data } = useVersionFigures(id, number);
  const isKept = isInUse ? frozen?.version === number && frozen.toEnter !== undefined : mayKeep(data);
  const mayEdit = useMay()('edit');
  if (!isInUse && !mayEdit) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-14">
      {isInUse ? (
        <output>
          <Badge tone="accent">In use</Badge>{' '}
          {enteredAt &&
            (pushedWith
              ? `The rules of version ${number} were pushed with ${CONNECTION_NAMES[pushedWith]} on ${formatDate(enteredAt)}.`
              : `Version ${number} was marked as entered on ${formatDate(enteredAt)}. ${isKept ? 'Its figures to enter are those in use.' : 'The figures that you typed are not stored with it.'}`)}
        </output>
      ) : (
        <>
          <Button size="small" disabled={isBusy} onClick={() => onEntered(number)}>
            Mark as entered
          </Button>
          <span className="min-w-0 flex-1 basis-60 text-13 text-muted">
            Press it once the rules of version {number} are in your ad account. Later versions are then
            compared with its lifts.{' '}
            {isKept
              ? 'Its figures to enter are kept as those in use.'
              : 'The figures that you typed are not stored: a version has no plan that could name them.'}
          </span>
        </>
      )}
    </div>
  );
}

/** Whether marking a version keeps its figures to enter: not those of earlier releases, nor too many. */
const mayKeep = (data: VersionFigures | undefined): boolean => {
  const { toEnter } = data?.analysisData ?? {};
  return toEnter !== undefined && areKept(toEnter);
};

interface DifferenceProps extends Pick<WhatChangedProps, 'id' | 'saved' | 'versions' | 'alerts'> {
  earlier: TimedVersion;
  later: TimedVersion;
  /** Of the table of rules. */
  disclosure: { isShown: boolean; onChange(isShown: boolean): void };
}

/** Fetches the figures of both, and says how they differ. */
function Difference({ id, saved, ...shown }: DifferenceProps) {
  const { earlier, later, alerts } = shown;
  const inUse = alerts?.inUse;
  const before = useSide({ id, saved, number: earlier.number });
  const after = useSide({ id, saved, number: later.number });
  const typed = inUse?.version === earlier.number ? inUse.toEnter : undefined;
  const [toEnterBefore, isTyped] = [typed ?? before.toEnter, typed !== undefined];
  const entered = useMemo(
    () =>
      compareToEnter(
        { toEnter: toEnterBefore, isInUse: isTyped },
        { toEnter: after.toEnter, settings: saved.settings },
      ),
    [toEnterBefore, isTyped, after.toEnter, saved.settings],
  );
  const comparison = useMemo(
    () =>
      before.measurement && after.measurement
        ? compareMeasurements(before.measurement, after.measurement, {
            settings: saved.settings,
            // Two deliveries usually hold the same leads, and the test holds for different leads only.
            isTested: false,
          })
        : null,
    [before.measurement, after.measurement, saved.settings],
  );
  const stages = useMemo(
    () =>
      before.stages && after.stages
        ? compareStages(listStageRows(before.stages), listStageRows(after.stages), false)
        : [],
    [before.stages, after.stages],
  );
  if (comparison)
    return (
      <DifferenceInWords
        id={id}
        comparison={comparison}
        entered={entered}
        stages={stages}
        currency={saved.settings.currency}
        notDecided={after.measurement && findOpenStatuses(after.measurement)}
        {...shown}
      />
    );
  const failed = [before, after].find(({ error }) => error !== undefined);
  if (!failed) return <SkeletonLines label="Loading what changed..." lines={3} />;
  return (
    <FailedNotice title="The figures could not be loaded" onRetry={failed.retry}>
      {reasonOf(failed.error) ?? 'The server could not be reached. Please try again.'}
    </FailedNotice>
  );
}

/** All figures of a version, or those of the saved analysis. */
function useSide({ id, saved, number }: { id: string; saved: ComparedSaved; number: number }) {
  const { data, error, isValidating, mutate } = useVersionFigures(id, number === 0 ? null : number);
  const measurement = useMemo((): Measurement | null => {
    if (number === 0) return asCounted(saved.measurement);
    const fieldOrder = saved.measurement.fields.map(({ name }) => name);
    return data ? restoreMeasurement(data.analysisData, fieldOrder) : null;
  }, [number, saved, data]);
  const toEnter = (number === 0 ? saved.toEnter : data?.analysisData.toEnter) ?? null;
  const stages = number === 0 ? saved.stageFigures : data?.analysisData.stages;
  return {
    measurement,
    toEnter,
    stages,
    error: isValidating ? undefined : error,
    retry: () => void mutate(),
  };
}

interface DifferenceInWordsProps extends Omit<DifferenceProps, 'saved'> {
  comparison: Comparison;
  /** The figures that both enter; null where one of them does not tell, or where both enter nothing. */
  entered: ComparedFigures;
  /** The stages of both; empty where one of them tells none. */
  stages: readonly StageChangeRow[];
  currency: Currency | undefined;
  /** The leads of the later version that are not decided yet. */
  notDecided: OpenStatuses | null;
}

function DifferenceInWords({
  id,
  comparison,
  entered,
  stages,
  currency,
  notDecided,
  versions,
  alerts,
  disclosure,
  ...both
}: DifferenceInWordsProps) {
  const { earlier, later } = both;
  const rules = useMemo(() => listRules(comparison, entered), [comparison, entered]);
  const watched = useMemo(
    () => listWatched(comparison, entered, alerts ?? NOTHING_WATCHED),
    [comparison, entered, alerts],
  );
  const columns = [
    ...RULE_COLUMNS,
    ...(watched.some(({ alert }) => alert) ? [ALERT_COLUMN] : []),
    ...(entered ? enteredColumns<ComparedRule>(entered) : []),
  ];
  const newValues = newValuesBetween(versions, earlier, later);
  return (
    <>
      <div className="flex max-w-prose flex-col gap-1 text-14 wrap-anywhere tabular-nums">
        <p>
          {[
            describeLeadCounts(comparison, earlier),
            describeRate(describeRateChange(comparison, false)),
            describeAdvice(comparison, entered),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        <p>{describeRuleFates(rules, entered?.isInUse)}</p>
        {entered && <p>{describeMoved(comparison, entered)}</p>}
        {notDecided && (
          <p>{`Not decided yet in ${lowerName(later)}: ${describeStatuses(notDecided.statuses, notDecided.leads)}.`}</p>
        )}
        {newValues.length > 0 && (
          <p>
            New values since {inWords(earlier)}: {newValues.map(describeNewValues).join('; ')}.
          </p>
        )}
      </div>
      <TableSection
        title={`Watched rules, ${lowerName(earlier)} and ${lowerName(later)}`}
        description={null}
        columns={columns}
        items={watched}
        keyOf={({ fieldName, value }) => segmentKey(fieldName, value)}
        rowHeight={44}
        maxOpenRows={10}
        {...(watched.length > 0 && { disclosure })}
      >
        {watched.length === 0 ? (
          <p className="text-14 text-muted">No rule is watched, and neither has one labelled Use.</p>
        ) : (
          disclosure.isShown && (
            <p className="max-w-prose text-13 text-muted">
              Below each lift stands its 95% interval. Two deliveries often hold the same leads, so nothing is
              tested here: a lift that moves within its interval says little.
            </p>
          )
        )}
      </TableSection>
      <WhatToType id={id} isKnown={entered !== null} />
      {stages.length > 0 && (
        <StageChanges
          title={`Stages, ${lowerName(earlier)} and ${lowerName(later)}`}
          {...{ stages, currency }}
        />
      )}
    </>
  );
}

interface StageChangesProps extends Pick<DifferenceInWordsProps, 'stages' | 'currency'> {
  title: string;
}

/** The stages of both. Like the rules they are not tested, so they have no verdict. */
function StageChanges({ title, stages, currency }: StageChangesProps) {
  const [isShown, setShown] = useState(false);
  const columns = useMemo(
    () => stageChangeColumns(currency).filter(({ key }) => key !== 'verdict' && key !== 'q'),
    [currency],
  );
  return (
    <TableSection
      title={title}
      description={null}
      columns={columns}
      items={stages}
      keyOf={({ name }) => name}
      rowHeight={52}
      disclosure={{ isShown, onChange: setShown }}
    />
  );
}

/** Says what is typed instead of lifts, and where plans are made. */
function WhatToType({ id, isKnown }: { id: string; isKnown: boolean }) {
  return (
    <p className="max-w-prose text-13 text-muted">
      {isKnown
        ? 'The lifts are not what to type. To Enter of a version is planned from its leads with the saved choices. '
        : 'A version keeps no rows, so no plan can be made of it, and its lifts are not what to type. '}
      <Link to={addressInTeam(`/?settingsOf=${encodeURIComponent(id)}`)} className="underline">
        Open the analysis with its newest file
      </Link>{' '}
      {isKnown ? 'to change them, and for the steps.' : 'for the figures to enter.'}
    </p>
  );
}

const lowerName = (version: TimedVersion): string => nameVersion(version).toLowerCase();
const inWords = (version: TimedVersion): string =>
  version.number === 0 ? 'it was saved' : lowerName(version);

const SIGNS: Readonly<Record<RuleFate, string>> = {
  'Turned round': '!',
  'Not there now': '!',
  'Other figure': '!',
  'Unclear now': '○',
  New: '+',
  'Still clear': '○',
  'Still stands': '●',
};

function Fate({ fate }: { fate: RuleFate }) {
  const isWarning = SIGNS[fate] === '!';
  return (
    <span className={isWarning ? 'font-medium whitespace-nowrap text-caution' : 'whitespace-nowrap'}>
      <span aria-hidden>{SIGNS[fate]}</span> {fate}
    </span>
  );
}

const NOTHING_WATCHED = { rules: [], alerts: [] };

type Side = 'before' | 'after';

const liftColumn = (side: Side, heading: string) =>
  textColumn<ComparedRule>(side, {
    heading,
    text: ({ [side]: segment }) => (segment ? describeLift(segment) : ''),
    cell: ({ [side]: segment }) =>
      segment ? <LiftCell {...segment} /> : <span className="text-faint">–</span>,
    width: { wide: 132, narrow: 112 },
  });

const describeLatest = ({ latest }: Alert): string =>
  `${formatCount(latest.converted)} of ${countNoun(latest.leads, 'lead')} converted`;

/** '2.00x when entered, 1.00x since (-50%)', or '1.00x since at the earlier mix (-50%)' */
function describeFall({ reference, latest }: Alert): string {
  const [was, now] = [liftOfAlert(reference).lift, latest.liftAtMix ?? liftOfAlert(latest).lift];
  const mix = latest.liftAtMix === undefined ? '' : ' at the earlier mix';
  return `${formatLift(was)} when entered, ${formatLift(now)} since${mix}${was > 0 ? ` (${formatLiftChange(now / was)})` : ''}`;
}

const describeNoticed = ({ version, madeAt }: Alert): string =>
  `noticed in version ${version}, ${formatDate(new Date(madeAt))}`;

/** The leads since a rule was entered, where they raise an alert. */
const ALERT_COLUMN = textColumn<ComparedRule>('alert', {
  heading: 'No Longer Holds',
  meaning:
    'The lift with which the rule was entered, and that of the leads since then, which chance hardly explains. At the earlier mix: as if these leads were spread over the other attributes as those before.',
  text: ({ alert }) =>
    alert
      ? [describeFall(alert), describeLatest(alert), describeDays(alert.latest), describeNoticed(alert)].join(
          ', ',
        )
      : '',
  cell: ({ alert }) =>
    alert && (
      <>
        <span className="block font-medium text-caution">{describeFall(alert)}</span>
        <span className="block text-12 text-muted">
          {describeLatest(alert)}, {describeDays(alert.latest)}
        </span>
        <span className="block text-12 text-muted">{describeNoticed(alert)}</span>
      </>
    ),
  width: { wide: 260, narrow: 212 },
  grows: true,
});

/** The label in the later version; that of the earlier one where the value is gone. */
const labelOf = ({ before, after }: ComparedRule): Label => (after ?? before)?.label ?? 'Unclear';

/** The rules that are watched, or labelled Use in one of two versions. */
const RULE_COLUMNS: Columns<ComparedRule> = [
  textColumn<ComparedRule>('fate', {
    heading: 'Rule',
    text: ({ fate }) => fate,
    cell: ({ fate }) => <Fate fate={fate} />,
    width: wideOnly(132),
  }),
  textColumn<ComparedRule>('label', {
    heading: 'Label',
    meaning: 'In the later version; in the earlier one where the value is gone.',
    text: (rule) => wordOfLabel(labelOf(rule)),
    cell: (rule) => <LabelWord label={labelOf(rule)} />,
    width: wideOnly(112),
  }),
  textColumn<ComparedRule>('field', {
    heading: 'Field',
    text: ({ fieldName }) => fieldName,
    cell: ({ fieldName }) => <ValueName name={fieldName} isWrapped className="text-muted" />,
    width: wideOnly(120),
  }),
  textColumn<ComparedRule>('value', {
    heading: 'Value',
    text: ({ value }) => value,
    cell: (rule) => {
      const { fieldName, value, fate } = rule;
      return (
        <>
          <ValueName name={fieldName} className="text-12 text-muted md:hidden" />
          <ValueName name={value} field={fieldName} isWrapped className="font-medium" />
          <span className="block text-12 md:hidden">
            <Fate fate={fate} /> · <LabelWord label={labelOf(rule)} />
          </span>
        </>
      );
    },
    width: { wide: 180, narrow: 132 },
    isRowName: true,
  }),
  liftColumn('before', 'Lift before'),
  liftColumn('after', 'Lift now'),
];
