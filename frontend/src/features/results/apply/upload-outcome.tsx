import { FORMATS_CHECKED, UPLOAD_FORMATS } from '#frontend/analysis/uploads/upload-formats.ts';
import type { KeptWithout } from '#frontend/analysis/uploads/check-lead.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { UploadFile } from '#frontend/thread/make-upload-file.ts';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';
import type { UploadForm } from './upload-form.ts';
import { KIND_WORDS, WITHOUT_WORDS, wordReason } from './upload-words.ts';

interface UploadOutcomeProps {
  kind: UploadForm['kind'];
  file: UploadFile;
}

/** How many leads are in the file, why the others are not, and the first rows. */
export function UploadOutcome({ kind, file }: UploadOutcomeProps) {
  const { kept, dropped, keptWithout } = file;
  const total = dropped.reduce((sum, { leads }) => sum + leads, kept);
  const withouts = Object.entries(keptWithout) as [KeptWithout, number][]; // its keys, which `entries` forgets
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-3">
        <p className="text-14">
          <span className="text-20 font-semibold tabular-nums">{formatCount(kept)}</span> of{' '}
          {countNoun(total, 'lead')} {kept === 1 ? 'is' : 'are'} in the file
        </p>
        {dropped.length > 0 && (
          <table className="text-13">
            <caption className="pb-1 text-left text-muted">Left out</caption>
            <tbody>
              {dropped.map(({ reason, leads }) => (
                <tr key={reason} className="align-baseline">
                  <td className="border-t border-hairline py-1.5 pr-4 text-right tabular-nums">
                    {formatCount(leads)}
                  </td>
                  <th scope="row" className="w-full border-t border-hairline py-1.5 text-left font-normal">
                    {wordReason(reason, kind)}
                  </th>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {withouts.map(
          ([part, leads]) =>
            leads > 0 && (
              <p key={part} className="text-13 text-caution">
                <span aria-hidden>! </span>
                {formatCount(leads)} {WITHOUT_WORDS[part]}.
              </p>
            ),
        )}
      </div>
      {file.preview.length > 0 && <Preview file={file} kind={kind} />}
    </div>
  );
}

/** An upload of hashes is wide; each of its cells shows its beginning. */
function Preview({ file: { headings, preview }, kind }: UploadOutcomeProps) {
  const caption = `First rows for ${KIND_WORDS[kind].label}`;
  return (
    <TableScroll label={caption}>
      <Table caption={caption} isCaptionHidden={false} className="text-13">
        <thead>
          <tr>
            {headings.map((heading) => (
              <Th key={heading}>{heading}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file that does not change
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={headings[column]} title={cell} className="max-w-48 truncate tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

/** Where the format is described. */
export function FormatSources({ kind }: { kind: UploadForm['kind'] }) {
  const { sources, doubt } = UPLOAD_FORMATS[kind];
  return (
    <p className="max-w-prose text-12 text-muted">
      Format and limits as of {FORMATS_CHECKED}, from{' '}
      {sources.map(({ title, url }, index) => (
        <span key={url}>
          {index > 0 && '; '}
          <a href={url} rel="noreferrer" target="_blank" className="underline underline-offset-2">
            {title}
          </a>
        </span>
      ))}
      . {doubt} Platforms change them: check in your account.
    </p>
  );
}
