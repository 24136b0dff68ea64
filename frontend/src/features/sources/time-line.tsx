import {
  countColumn,
  rateColumn,
  textColumn,
  wideOnly,
  type Columns,
} from '#frontend/features/results/columns.tsx';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { describeNewValues } from './version-words.ts';
import { useMemo } from 'react';
import { useAlerts } from '#frontend/api/alerts.ts';
import { useKnownVersions } from '#frontend/api/sources.ts';
import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { TableSection, ReportTable } from '#frontend/features/results/table-section.tsx';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import {
  RuleLines,
  heightOfLines,
  NOTE,
  RuleLinesDrawing,
  summariseLines,
  TITLE,
  USUAL_LINES,
  type RuleLinesProps,
} from './rule-lines.tsx';
import {
  findInUse,
  followVersions,
  nameVersion,
  type TimedVersion,
  lineUp,
  type SavedFigures,
} from './timed-versions.ts';

/** All versions with their figures, and the lift of each solid rule in them. */
export function TimeLine({ versions }: { versions: readonly TimedVersion[] }) {
  const rules = useMemo(() => followVersions(versions), [versions]);
  const rows = useMemo(() => listVersionRows(versions), [versions]);
  return (
    <div className="flex flex-col gap-8">
      <TableSection
        title="Versions"
        description="Newest first; the figures of each delivery, no rows"
        columns={VERSION_COLUMNS}
        items={rows}
        keyOf={({ number }) => String(number)}
        rowHeight={44}
        maxOpenRows={8}
      />
      {rules.length > 0 ? (
        <RuleLines versions={versions} rules={rules} />
      ) : (
        <p className="text-14 text-muted">No version has a rule labelled Use yet.</p>
      )}
    </div>
  );
}

interface TimeLineRow extends Pick<TimedVersion, 'number' | 'madeAt' | 'newValues'> {
  isInUse: boolean;
  leads: number;
  conversions: number;
  baselineRate: number;
  solidRules: number;
}

/** The newest first. */
function listVersionRows(versions: readonly TimedVersion[]): TimeLineRow[] {
  const inUse = findInUse(versions);
  return versions.toReversed().map((version) => ({
    number: version.number,
    madeAt: version.madeAt,
    newValues: version.newValues,
    isInUse: version === inUse,
    leads: version.analysis.totalLeads,
    conversions: version.analysis.totalConversions,
    baselineRate: version.analysis.baselineRate,
    solidRules: version.analysis.labelCounts.Use,
  }));
}

const describeDate = ({ madeAt }: TimeLineRow): string => (madeAt ? formatDateTime(madeAt) : '');
const describeNew = ({ newValues }: TimeLineRow): string => newValues.map(describeNewValues).join('; ');

const VERSION_COLUMNS: Columns<TimeLineRow> = [
  textColumn<TimeLineRow>('version', {
    heading: 'Version',
    text: (row) => `${nameVersion(row)}${row.isInUse ? ' (in use)' : ''}`,
    cell: (row) => (
      <>
        <span className="font-medium whitespace-nowrap">{nameVersion(row)}</span>
        {row.isInUse && (
          <Badge tone="accent" className="ml-2">
            In use
          </Badge>
        )}
        <span className="block text-12 text-muted md:hidden">{describeDate(row)}</span>
      </>
    ),
    width: { wide: 148, narrow: 164 },
    isRowName: true,
  }),
  textColumn<TimeLineRow>('madeAt', { heading: 'Date', text: describeDate, width: wideOnly(196) }),
  countColumn<TimeLineRow>('leads', { heading: 'Leads', width: 80 }),
  countColumn<TimeLineRow>('conversions', { heading: 'Conversions', width: wideOnly(112) }),
  rateColumn<TimeLineRow>('baselineRate', { heading: 'Baseline Rate', width: 92 }),
  countColumn<TimeLineRow>('solidRules', {
    heading: 'Clear Rules',
    meaning:
      'Values labelled Use by the counts of this version. Other columns and duplicates are not looked at here.',
    width: 84,
  }),
  textColumn<TimeLineRow>('newValues', {
    heading: 'New Values',
    text: describeNew,
    cell: (row) => (
      <span className="line-clamp-2 wrap-anywhere" title={describeNew(row)}>
        {describeNew(row)}
      </span>
    ),
    width: { wide: 160, narrow: 140 },
    grows: true,
  }),
];

/** The section of versions in the report; empty where no version has come. */
export function TimeLinePrinted({ id, saved }: { id: string; saved: SavedFigures }) {
  const listed = useKnownVersions(id);
  const inUse = useAlerts(id, listed.length > 0).data?.inUse;
  const versions = useMemo(() => lineUp(saved, listed, inUse), [saved, listed, inUse]);
  const rules = useMemo(() => followVersions(versions).slice(0, USUAL_LINES), [versions]);
  if (listed.length === 0) return null;
  return (
    <section>
      <h2>Time Line</h2>
      {rules.length > 0 && <Chart versions={versions} rules={rules} />}
      <ReportTable title="Versions" columns={VERSION_COLUMNS} items={listVersionRows(versions)} />
    </section>
  );
}

function Chart(shown: RuleLinesProps) {
  return (
    <div className="ui-report-figure">
      <h3>{TITLE}</h3>
      <ChartDrawing
        summary={summariseLines(shown)}
        width={PRINTED_WIDTH}
        height={heightOfLines(shown.rules, false)}
        draw={(width) => <RuleLinesDrawing {...shown} isNarrow={false} width={width} />}
      />
      <p className="text-muted">{NOTE}</p>
    </div>
  );
}
