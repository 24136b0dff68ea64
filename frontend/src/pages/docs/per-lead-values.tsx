import {
  FORMATS_CHECKED,
  UPLOAD_FORMATS,
  type UploadKind,
} from '#frontend/analysis/uploads/upload-formats.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { DocsTable } from './docs-table.tsx';

const FILES: Readonly<Record<UploadKind, { name: string; matchedBy: string; times: string }>> = {
  'google-data-manager': {
    name: 'Google Data Manager',
    matchedBy: 'One of gclid, GBRAID and WBRAID; else a hashed e-mail address or phone number',
    times: '2026-11-02T08:30:00Z',
  },
  'google-enhanced': {
    name: 'Google enhanced conversions for leads',
    matchedBy: 'A hashed e-mail address or phone number',
    times: '2026-11-02 09:30:00 and a line Parameters:TimeZone=',
  },
  'google-clicks': {
    name: 'Google click conversions (legacy)',
    matchedBy: 'gclid',
    times: '2026-11-02 09:30:00 and a line Parameters:TimeZone=',
  },
  microsoft: {
    name: 'Microsoft offline conversions',
    matchedBy: 'msclkid',
    times: '11/2/2026 8:30:00 AM and the line Parameters:TimeZone=+0000',
  },
  linkedin: {
    name: 'LinkedIn conversions',
    matchedBy: 'A hashed e-mail address',
    times: 'Milliseconds since 1970, or 11/02/2026 where the file has no time',
  },
};

const kinds = Object.entries(FILES) as [UploadKind, (typeof FILES)[UploadKind]][]; // its keys, which `entries` forgets

/** What each file of per-lead values is, and which leads are not in it. */
export function PerLeadValues() {
  return (
    <>
      <p>
        A value per lead needs no rule: the platform gets a conversion with its own value. The value is the
        lead value of the calculator, by the multipliers that the switch above the tabs chooses. All files are
        made in the browser from the rows that it holds, and nothing is sent anywhere.
      </p>

      <h3>Leads with values</h3>
      <p>
        Your file with columns behind your own: lead value, the segment of each attribute, and the value rules
        that the lead meets. Delimiter and encoding stay. If a new name has a character that Windows-1252
        lacks, the file is UTF-8 with a byte order mark, and the page says so. Your own cells are not changed;
        cells in the added columns that a spreadsheet would run as a formula get an apostrophe in front. Lines
        above the header, total lines and leads that you left out when you opened the file are not in it. A
        lead that counts in no figure still gets its value.
      </p>

      <h3>Uploads to ad platforms</h3>
      <p>
        Each lead becomes one conversion, with its value in cents. Columns are guessed by their headers and
        first values, shown, and can be changed. Cells are written as they are in your file: an apostrophe
        before +49 would break an upload.
      </p>
      <DocsTable
        caption="Upload files"
        head={['File', 'A lead is matched by', 'Times are written', 'Not older than']}
        rows={kinds.map(([kind, { name, matchedBy, times }]) => [
          name,
          matchedBy,
          times,
          `${UPLOAD_FORMATS[kind].maxAgeDays} days`,
        ])}
      />
      <p>A lead is left out for the first of these reasons, and the page counts the leads of each:</p>
      <ul>
        <li>
          It has no click ID or no address, more than one click ID, or one with characters that no click ID
          has, such as 1,23E+15. ‘(not set)’, ‘null’ and the like count as empty.
        </li>
        <li>
          Its address cannot be read. Phone numbers without a calling code need a country. A lead that has
          another identifier is kept without the address.
        </li>
        <li>
          It has no date, one that cannot be read, or one without a time of day: a conversion before its click
          is refused. LinkedIn takes days.
        </li>
        <li>
          Its time names no zone and you have chosen none, or it names one that may be several, such as BST.
          The zone is never assumed.
        </li>
        <li>
          It lies in the future, or further back than the platform takes. Platforms count from the click,
          which your file does not have, so a few more may be refused.
        </li>
        <li>Its value is below half a cent.</li>
        <li>Its Ad User Data says denied.</li>
        <li>
          An earlier row has the same click or person and the same time, or the same order ID: platforms count
          one of them.
        </li>
      </ul>
      <p>
        Addresses are in the file as SHA-256 hashes of their UTF-8 text, 64 hexadecimal digits, made by the
        browser. Before that, e-mail addresses lose white space and capitals; for Google also dots and +suffix
        before @gmail.com and @googlemail.com. Phone numbers are brought into E.164. Cells that are such
        hashes already stay. Hashed addresses are still personal data: whoever has the address can make the
        same hash.
      </p>
      <Formula example="cloudy.sanfrancisco+shopping@gmail.com is hashed as cloudysanfrancisco@gmail.com, (800) 555-0100 in the United States as +18005550100.">
        hash = SHA-256 (normalised address)
      </Formula>
      <p>
        Ad User Data and Ad Personalization are in a file only if a column says them or you choose them for
        all leads. A word in the column wins over the choice. Words other than granted and denied, yes and no,
        true and false, 1 and 0 are written as not stated.
      </p>
      <p>As of {FORMATS_CHECKED}. Platforms change formats and limits: check in your account.</p>
      <ul>
        {kinds.map(([kind, { name }]) => (
          <li key={kind}>
            {name}:{' '}
            {UPLOAD_FORMATS[kind].sources.map(({ title, url }, index) => (
              <span key={url}>
                {index > 0 && ', '}
                <a href={url} target="_blank" rel="noreferrer">
                  {title}
                </a>
              </span>
            ))}
          </li>
        ))}
      </ul>

      <h3>Look-up for the form</h3>
      <p>
        The same values where a form is sent: a JavaScript function of the entered values, all combinations as
        JSON, and a sheet of key, lead value and currency for a server-side tag manager. The function trims
        what people enter, puts numbers into your ranges and renames values as you did; the two lists have the
        values as the results name them, up to {MAX_EXPORTED_COMBINATIONS.toLocaleString('en-US')}{' '}
        combinations. A value that your file does not have counts with a multiplier of 1, so that only unknown
        values give the baseline.
      </p>
    </>
  );
}
