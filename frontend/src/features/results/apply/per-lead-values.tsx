import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import { FormLookup } from './form-lookup.tsx';
import type { LeadFiles } from '#frontend/thread/lead-files.ts';
import { LeadsDownload } from './leads-download.tsx';
import { UploadFiles } from './upload-files.tsx';
import { FIRST_UPLOAD_FORM, type UploadForm } from './upload-form.ts';

export interface PerLeadValuesProps {
  analysis: Analysis;
  multipliers: Multipliers;
  context: AnalysisContext;
  /** ISO code of the currency of the conversion value. */
  currency: string;
  /** Absent where there are no leads, but only their figures. */
  files?: LeadFiles;
  /** Kept by the caller, so that it outlives a visit to another tab; null until the visitor chooses something. */
  form: UploadForm | null;
  onFormChange(form: UploadForm): void;
}

/** 'Per-lead values': files that give every lead its own value, for attributes that no platform takes in a rule. */
export function PerLeadValues({ files, form, onFormChange, ...shared }: PerLeadValuesProps) {
  const { currency } = shared;
  return (
    <section aria-labelledby="per-lead-values" className="flex flex-col gap-8">
      <div className="max-w-prose">
        <h2 id="per-lead-values" className="text-16 font-semibold">
          Per-lead values
        </h2>
        <p className="mt-1 text-14 text-muted">
          Platforms take no rule for an attribute such as lead source or job title. They take a value with
          each lead: the lead value of the calculator.
        </p>
      </div>
      {files && (
        <>
          <LeadsDownload
            {...shared}
            fileName={shared.context.fileName}
            valueHeading={`Lead Value (${currency === 'USD' ? '$' : currency})`}
            files={files}
          />
          <hr className="border-hairline" />
          <UploadFiles
            {...shared}
            files={files}
            form={form ?? FIRST_UPLOAD_FORM}
            onFormChange={onFormChange}
          />
          <hr className="border-hairline" />
        </>
      )}
      <FormLookup {...shared} />
    </section>
  );
}
