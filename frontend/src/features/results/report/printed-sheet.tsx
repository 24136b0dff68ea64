import { createPortal } from 'react-dom';
import { LIMITS } from '#frontend/analysis/platforms/limits.ts';
import { listSteps, noteLimits, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { countNoun, formatLongDateTime } from '#frontend/lib/format.ts';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';

/** The steps of a plan for paper, with a box to tick for each. */
export function PrintedSheet({ sheet }: { sheet: PlanSheet }) {
  const { platform, plan, fileName, date } = sheet;
  return createPortal(
    <div className="ui-report">
      <p className="text-muted">
        {PRODUCT_NAME} · {formatLongDateTime(date)}
      </p>
      <h1 className="mb-2 line-clamp-2 text-20 tracking-[-0.02em] wrap-anywhere">
        {countNoun(plan.rules.length, 'rule')} for {LIMITS[platform].name}: {fileName}
      </h1>
      <ol className="flex flex-col">
        {listSteps(sheet).map(({ where, what }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a page that is printed does not change
            key={index}
            className="grid break-inside-avoid grid-cols-[1.5rem_2rem_minmax(0,1fr)] border-b border-hairline py-2"
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
      <p className="mt-4 text-12 wrap-anywhere text-muted">{noteLimits(platform)}</p>
    </div>,
    document.body,
  );
}
