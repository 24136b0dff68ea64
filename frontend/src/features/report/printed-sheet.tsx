import { createPortal } from 'react-dom';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { listSteps, noteLimits, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { PaperHead } from '#frontend/features/results/table-section.tsx';
import '#frontend/features/results/report.css';

/** The steps of a plan for paper, with a box to tick for each. */
export function PrintedSheet({ sheet }: { sheet: PlanSheet }) {
  const { platform, plan, fileName, date } = sheet;
  return createPortal(
    <div className="ui-report">
      <PaperHead
        date={date}
        title={`${countNoun(plan.rules.length, 'rule')} for ${PLATFORMS[platform].name}: ${fileName}`}
      />
      <ol className="flex flex-col">
        {listSteps(sheet).map(({ where, what }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a printed page does not change
            key={index}
            className="grid break-inside-avoid grid-cols-[1.5rem_2rem_minmax(0,1fr)] border-b border-hairline py-1.5"
          >
            <span aria-hidden className="mt-0.5 size-3 border border-control" />
            <span className="tabular-nums">{index + 1}.</span>
            <span className="min-w-0">
              <span className="block text-muted">{where}</span>
              <span className="wrap-anywhere">{what}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 break-before-avoid text-12 wrap-anywhere text-muted">{noteLimits(platform)}</p>
    </div>,
    document.body,
  );
}
