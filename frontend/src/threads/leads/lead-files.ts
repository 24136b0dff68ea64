import type { Basis, Plan } from '#frontend/analysis/counts/mapping.ts';
import type { UploadReach } from '#frontend/analysis/platforms/upload-reach.ts';
import type { Encoding } from '#frontend/csv/decode.ts';
import type { Hooks, LeadThread } from './client.ts';
import type { ReachQuestion } from './count-reach.ts';
import type { ModelAnswer } from './fit-file-model.ts';
import type { CorrectionAnswer, CorrectionQuestion } from './make-corrections.ts';
import type { EventsQuestion, MadeEvents } from './make-events.ts';
import type { LeadsFile, LeadsFileQuestion, MadeFile } from './make-leads-file.ts';
import type { RowsQuestion } from './send-answers.ts';
import type { UploadQuestion } from './check-leads.ts';
import type { UploadFile } from './make-upload-file.ts';
import type { ColumnSummary, OpenedFile } from '#frontend/counting/file-facts.ts';

/** Makes files of the leads of the open file. Another plan gives another object. */
export interface LeadFiles {
  columns: readonly ColumnSummary[];
  /** The encoding of the open file. */
  encoding: Encoding;
  /** Whether values from all columns are better, and the model of them. */
  fitModel(basis: Basis, hooks: Hooks<'fitModel'>): Promise<ModelAnswer>;
  makeLeadsFile(
    question: Pick<LeadsFileQuestion, 'worth' | 'open' | 'valueHeading'>,
    hooks: Hooks<'makeLeadsFile'>,
  ): Promise<LeadsFile>;
  countReach(
    question: Omit<ReachQuestion, 'plan' | 'columns'>,
    hooks: Hooks<'countReach'>,
  ): Promise<UploadReach>;
  makeUploadFile(question: Omit<UploadQuestion, 'plan'>, hooks: Hooks<'makeUploadFile'>): Promise<UploadFile>;
  makeCorrections(
    question: Omit<CorrectionQuestion, 'plan'>,
    hooks: Hooks<'makeCorrections'>,
  ): Promise<CorrectionAnswer>;
  makeEvents(question: Omit<EventsQuestion, 'plan'>, hooks: Hooks<'makeEvents'>): Promise<MadeEvents>;
  makeRowsFile(question: RowsQuestion): Promise<MadeFile>;
}

/** Makes files of the leads of an open file for one plan, with the delimiter and the encoding of the open file. */
export function createLeadFiles(
  thread: Pick<LeadThread, 'ask'>,
  { columns, report }: Pick<OpenedFile, 'columns' | 'report'>,
  plan: Plan,
): LeadFiles {
  const { encoding, delimiter, firstRecords, headerRow } = report;
  const headers = firstRecords[headerRow - 1] ?? [];
  return {
    columns,
    encoding,
    fitModel: (basis, hooks) => thread.ask('fitModel', { plan, basis }, hooks),
    makeLeadsFile: (question, hooks) =>
      thread.ask('makeLeadsFile', { ...question, plan, headers, delimiter, encoding }, hooks),
    countReach: (question, hooks) => thread.ask('countReach', { ...question, plan, columns }, hooks),
    makeUploadFile: (question, hooks) => thread.ask('makeUploadFile', { ...question, plan }, hooks),
    makeCorrections: (question, hooks) => thread.ask('makeCorrections', { ...question, plan }, hooks),
    makeEvents: (question, hooks) => thread.ask('makeEvents', { ...question, plan }, hooks),
    makeRowsFile: (question) => thread.ask('makeRowsFile', question),
  };
}
