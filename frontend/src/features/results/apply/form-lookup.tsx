import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { countCombinations, type Multipliers } from '#frontend/analysis/lead-values.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import { stampDate } from '#frontend/exports/file-name.ts';
import { isListable, lookupJson, lookupScript, lookupSheet } from '#frontend/exports/lookup.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CopyButton } from '#frontend/ui/copy-button.tsx';

interface FormLookupProps {
  analysis: Analysis;
  multipliers: Multipliers;
  context: AnalysisContext;
  currency: string;
}

/** The lead values for the form on a site or for a tag manager, which look a lead up when it is sent. */
export function FormLookup({ analysis, multipliers, context, currency }: FormLookupProps) {
  const parts = { analysis, multipliers, currency };
  const canList = isListable(analysis);
  const nameFile = (extension: string) => `lead_value_lookup_${stampDate(new Date())}.${extension}`;
  const script = () => lookupScript({ ...parts, context });
  return (
    <section aria-labelledby="form-lookup" className="flex flex-col gap-4">
      <div className="max-w-prose">
        <h3 id="form-lookup" className="text-14 font-semibold">
          Look-up for the form
        </h3>
        <p className="mt-1 text-13 text-muted">
          Sends the value of a lead when its form is sent. A value that is not in your file counts as the
          average one.
        </p>
      </div>
      <ul className="border-t border-hairline">
        <LookupRow
          name="JavaScript function"
          meaning="For a page or a tag manager. It takes what people enter, and puts it into your ranges and names."
        >
          <CopyButton getText={script} />
          <Button
            size="small"
            onClick={() => downloadText(nameFile('js'), script(), 'text/javascript;charset=utf-8')}
          >
            Download JavaScript
          </Button>
        </LookupRow>
        <LookupRow
          name="Combinations as JSON"
          meaning="For your own server. It lists the values as the results name them."
        >
          <Button
            size="small"
            disabled={!canList}
            onClick={() => downloadText(nameFile('json'), lookupJson(parts), 'application/json')}
          >
            Download JSON
          </Button>
        </LookupRow>
        <LookupRow
          name="Sheet of three columns"
          meaning="Key, lead value and currency, for the look-up of a server-side tag manager. The key joins the values with |, and * stands for all others."
        >
          <Button
            size="small"
            disabled={!canList}
            onClick={() => downloadText(nameFile('csv'), writeCsv(lookupSheet(parts)))}
          >
            Download sheet
          </Button>
        </LookupRow>
      </ul>
      {!canList && (
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>
          {formatCount(countCombinations(analysis))} combinations are more than the{' '}
          {formatCount(MAX_EXPORTED_COMBINATIONS)} that a list may have. The function has no limit.
        </p>
      )}
    </section>
  );
}

interface LookupRowProps {
  name: string;
  meaning: string;
  children: ReactNode;
}

function LookupRow({ name, meaning, children }: LookupRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-hairline py-3">
      <div className="max-w-prose min-w-0 flex-1 basis-72">
        <p className="text-14">{name}</p>
        <p className="text-13 text-muted">{meaning}</p>
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </li>
  );
}
