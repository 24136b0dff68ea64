import { Fragment } from 'react';
import { CHECK_NOTE, LIMITS_DATE, type Platform } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/uploads/upload-formats.ts';
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

export function UploadFormats() {
  return (
    <DocsTable
      caption="Upload files"
      head={['File', 'A lead is matched by', 'Times are written']}
      rows={formats.map(({ name, matchedBy, times }) => [name, matchedBy, times])}
    />
  );
}

export function UploadSources() {
  return (
    <ul>
      {formats.map(({ name, sources }) => (
        <li key={name}>
          {name}: <Sources sources={sources} />
        </li>
      ))}
    </ul>
  );
}
