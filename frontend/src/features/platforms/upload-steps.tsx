import type { UploadFormatId } from '#frontend/analysis/platforms/upload-formats.ts';

interface UploadSteps {
  platform: string;
  steps: readonly string[];
  /** One more step for a file with a conversion per stage. */
  stageStep?: string;
}

/** Source: support.google.com/google-ads/answer/7014069. Its older copies have Conversions under Tools. */
const IN_GOOGLE_UPLOADS: UploadSteps = {
  platform: 'Google Ads',
  steps: [
    'Open Goals, then Conversions, then Uploads. In older accounts Conversions is under Tools.',
    'Press the plus button and choose the file.',
    'Press Preview. When the preview has no errors, press Apply.',
  ],
};

/**
 * The steps in which the visitor uses a file. Menus are named where the platforms publish their names: LinkedIn publishes the format and
 * limits, and no path that could be checked.
 */
const STEPS: Readonly<Record<UploadFormatId, UploadSteps>> = {
  // Source: support.google.com/google-ads-data-manager, answers 14605515 (the menu), 13944739 (usage) and 14184381 (files).
  'google-data-manager': {
    platform: 'Google Ads',
    steps: [
      'Open Tools, then Data manager, and press Connect product. Choose the place in which you put this file, such as Google Sheets or HTTPS.',
      'Under Usage, add the conversion action with the name in the file, and map the fields: the columns have Google’s names.',
      'Look at the diagnostics of the import after a day. A conversion counts on the day of its click.',
    ],
    // Answer 14184381: 'each use case … should have its own dedicated table or a filtered subset of table data', read 2026-11-30.
    stageStep:
      'Add the conversion action of each stage by itself, with a filter of its rows by Conversion Name: an import feeds one action.',
  },
  'google-enhanced': IN_GOOGLE_UPLOADS,
  'google-clicks': IN_GOOGLE_UPLOADS,
  // Source: learn.microsoft.com/advertising/bulk-service/offline-conversion: two hours before the first upload, six until figures show.
  microsoft: {
    platform: 'Microsoft Advertising',
    steps: [
      'Look whether a conversion goal for offline conversions has the name in the file. A new goal takes conversions after two hours.',
      'Open Conversions, then Offline conversions, then Uploads, and upload the file.',
      'Look at the result of the upload: it counts the rows that were not taken. Reports show the others within six hours.',
    ],
  },
  // Source: linkedin.com/help/lms/answer/a530615: rows that do not have its format are not processed.
  linkedin: {
    platform: 'LinkedIn Campaign Manager',
    steps: [
      'Open conversion tracking, and there the conversion that gets a CSV file of offline data.',
      'Upload the file.',
      'Look at the result of the upload: rows that LinkedIn cannot read are left out.',
    ],
  },
};

/** The steps that are left in Google Ads after values were sent: whether bids use them, and whether they were found. */
const AFTER_SEND: UploadSteps = {
  platform: 'Google Ads',
  steps: [
    'Open Goals, then Conversions, then Summary, and look whether the conversion action is Primary: bids use no other.',
    'Use a bid strategy that goes by values, such as Maximize conversion value or Target ROAS.',
    'Look at the log below after half an hour. A conversion counts on the day of its click.',
  ],
};

interface NextStepsProps {
  kind: UploadFormatId;
  name: string;
  isPerStage: boolean;
}

/** Says that a file was downloaded, and what comes next. */
export function NextSteps({ kind, name, isPerStage }: NextStepsProps) {
  const { platform, steps, stageStep } = STEPS[kind];
  return (
    <div className="max-w-prose text-14">
      <p className="mb-2 wrap-anywhere">{name} is downloaded.</p>
      <Steps platform={platform} steps={isPerStage && stageStep ? [...steps, stageStep] : steps} />
    </div>
  );
}

/** The steps that come next once all values have arrived at Google. */
export function StepsAfterSend() {
  return (
    <div className="max-w-prose text-14">
      <Steps {...AFTER_SEND} />
    </div>
  );
}

function Steps({ platform, steps }: Pick<UploadSteps, 'platform' | 'steps'>) {
  return (
    <>
      <p className="font-medium">Next, in {platform}:</p>
      <ol className="mt-1 flex list-decimal flex-col gap-0.5 pl-5 marker:text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}
