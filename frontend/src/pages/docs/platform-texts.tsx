import { Fragment } from 'react';
import { CHECK_NOTE, LIMITS_DATE, type Platform } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import type { CorrectionFormat } from '#frontend/analysis/uploads/correction-format.ts';
import { CORRECTION_FORMATS } from '#frontend/analysis/platforms/correction-formats.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import { DocsTable } from './figures.tsx';

/** Explains for each platform how rules combine, and how its plan takes this into account. */
export function PlatformTexts() {
  return Object.values(PLATFORMS).map(({ name, explanation, sources }) => (
    <Fragment key={name}>
      <h3>{name}</h3>
      {explanation.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        As of {LIMITS_DATE}: <Sources sources={sources} />. {CHECK_NOTE}
      </p>
    </Fragment>
  ));
}

/** Links to the pages on which a platform documents its rules. */
function Sources({ sources }: Pick<Platform, 'sources'>) {
  return Object.entries(sources).map(([title, address], index) => (
    <Fragment key={address}>
      {index > 0 && ', '}
      <a href={address} target="_blank" rel="noreferrer">
        {title}
      </a>
    </Fragment>
  ));
}

const formats = Object.values(UPLOAD_FORMATS);
const corrections: readonly CorrectionFormat[] = Object.values(CORRECTION_FORMATS);

export function UploadFormats() {
  return (
    <DocsTable
      caption="Upload files"
      head={['File', 'A lead is matched by', 'Times are written']}
      rows={formats.map(({ name, matchedBy, times }) => [name, matchedBy, times])}
    />
  );
}

/** The files that correct conversions which a platform has. */
export function CorrectionTable() {
  return (
    <DocsTable
      caption="Corrections"
      head={['File', 'A conversion is matched by', 'At most']}
      rows={corrections.map(({ name, matchedBy, maxAgeDays }) => [name, matchedBy, `${maxAgeDays} days old`])}
    />
  );
}

/** The facts about corrections that their sources do not confirm. */
export function CorrectionDoubts() {
  return (
    <ul>
      {corrections.map(
        ({ label, doubt }) =>
          doubt && (
            <li key={label}>
              {label}: {doubt}
            </li>
          ),
      )}
    </ul>
  );
}

export function UploadSources() {
  return (
    <ul>
      {[...formats, ...corrections].map(({ name, sources }) => (
        <li key={name}>
          {name}: <Sources sources={sources} />
        </li>
      ))}
    </ul>
  );
}
