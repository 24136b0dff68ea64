import type { UploadFormatId } from '#frontend/analysis/uploads/upload-formats.ts';

interface UploadSteps {
  place: string;
  steps: readonly string[];
}

const IN_GOOGLE_UPLOADS: UploadSteps = {
  place: 'Google Ads',
  steps: [
    'Open Goals, then Conversions, then Uploads.',
    'Press the plus button and choose the file.',
    'Press Preview. When the preview has no errors, press Apply.',
  ],
};

/** What the visitor does with a file, as the platforms' pages of help describe it. */
const STEPS: Readonly<Record<UploadFormatId, UploadSteps>> = {
  'google-data-manager': {
    place: 'Google Ads',
    steps: [
      'Open Tools, then Data manager, and connect the source in which you put this file, such as a Google Sheet.',
      'Choose the conversion action with the name in the file, and map the columns: they have Google’s names.',
      'Look at the diagnostics of the import after a day.',
    ],
  },
  'google-enhanced': IN_GOOGLE_UPLOADS,
  'google-clicks': IN_GOOGLE_UPLOADS,
  microsoft: {
    place: 'Microsoft Advertising',
    steps: [
      'Open Conversions, then Offline conversions.',
      'Upload the file. The name of the conversion goal must be the one in the file.',
      'Look at the result of the upload: it counts the rows that were not taken.',
    ],
  },
  linkedin: {
    place: 'LinkedIn Campaign Manager',
    steps: [
      'Open Measurement, then Conversion tracking, and the conversion that gets uploads.',
      'Upload the file.',
      'Look at the result of the upload: it counts the rows that were not taken.',
    ],
  },
};

/** Says that a file was downloaded, and what comes next. */
export function NextSteps({ kind, name }: { kind: UploadFormatId; name: string }) {
  const { place, steps } = STEPS[kind];
  return (
    <div className="max-w-prose text-14">
      <p className="wrap-anywhere">{name} is downloaded.</p>
      <p className="mt-2 font-medium">Next, in {place}:</p>
      <ol className="mt-1 list-decimal pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
