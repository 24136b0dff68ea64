import { stampDate, type ExportFile } from '#frontend/exports/file-name.ts';
import { joinSections, toPercent, toRows } from '#frontend/exports/table.ts';
import {
  checkedRuleColumns,
  listMethods,
  listTenths,
  methodColumns,
  tenthColumns,
} from './check-columns.tsx';
import { CHECKED, wordVerdict, type FinishedCheck } from './check-words.ts';

/** 'Download CSV' of the check: all of its tables, one below the other. */
export function exportCheck(check: FinishedCheck, date: Date): ExportFile {
  return {
    fileName: `check_on_unseen_leads_${stampDate(date)}.csv`,
    rows: joinSections([
      [
        'Check on Unseen Leads',
        [
          ['Verdict', wordVerdict(check)],
          ['Leads Learned From (%)', toPercent(check.learningShare)],
          ['Unseen Leads', check.leads],
          ['Repeats', check.repeats],
          ['Seed', check.seed],
          ...(check.chosenAnew.length > 0
            ? [['Values Chosen Anew in Each Repeat', check.chosenAnew.join(', ')]]
            : []),
        ],
      ],
      [CHECKED[check.basis].amounts, toRows(methodColumns(check.basis), listMethods(check))],
      ['Rules on Unseen Leads', toRows(checkedRuleColumns, check.rules)],
      [CHECKED[check.basis].byTenth, toRows(tenthColumns, listTenths(check))],
    ]),
  };
}
