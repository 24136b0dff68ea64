import {
  DEFAULT_CONVERSION_VALUE,
  DEFAULT_THRESHOLD_PERCENT,
  MAX_ATTRIBUTES,
  MAX_SHARES,
  MIN_SHARED_LEADS,
  SHARE_MS,
} from '#contract/limits.ts';
import { OTHER_SMALL } from '#contract/sharing.ts';

export function Purpose() {
  return (
    <>
      <p>
        Advertising platforms can bid more for one lead than for another if they know the value of each. This
        tool computes that value from the leads that you already have. It shows which attributes go with
        higher or lower conversion, by how much, and how sure you can be.
      </p>
      <p>
        The analysis runs in the browser. The server holds accounts, and the analyses that signed-in users
        save.
      </p>
    </>
  );
}

export function Features() {
  return (
    <ul>
      <li>Conversion rate, lift and confidence of every segment, with a significance test</li>
      <li>Correlation tests between pairs of attribute values</li>
      <li>Value rules: multipliers for bidding, reduced where segments overlap</li>
      <li>A calculator for the value of any combination of attributes</li>
      <li>Balanced multipliers, and a check of the rules on leads that they were not learned from</li>
      <li>Plans for Google Ads, Meta and Microsoft Advertising, made of rules that each of them accepts</li>
      <li>
        A value for each lead: in your file, in uploads for four platforms, and as a look-up for the form
      </li>
      <li>Numeric columns grouped into ranges; values renamed and merged</li>
      <li>Import from Google Sheets, straight from Google to the browser</li>
      <li>CSV downloads, made in the browser</li>
      <li>The settings of an earlier analysis for the next file, with the values that differ</li>
      <li>Two files compared: changed lifts, mix and rate of the baseline change</li>
      <li>Accounts, saved analyses with names and notes, and default preferences</li>
      <li>Read-only links that show the figures of a saved analysis without an account</li>
    </ul>
  );
}

export function Workflow() {
  return (
    <>
      <p>
        The work has five steps. The wizard shows four, because you set the thresholds beside the results.
      </p>
      <ol>
        <li>
          <strong>Upload.</strong> Open a CSV file, paste cells from a spreadsheet, import a tab from Google
          Sheets, or try the sample data.
        </li>
        <li>
          <strong>Select columns.</strong> One status column and one to {MAX_ATTRIBUTES} attributes. Numeric
          attributes can be grouped into ranges. Where the file has the columns of your last analysis, or of a
          saved one, its settings are offered: columns, converted values, names, ranges, amounts and dates.
          Nothing is taken over without a click; values that are missing or new are named, and first and last
          day stay only where the file has leads between them.
        </li>
        <li>
          <strong>Map values.</strong> Choose the status values that count as converted; rename and group the
          values of each attribute.
        </li>
        <li>
          <strong>Set thresholds.</strong> The conversion value (${DEFAULT_CONVERSION_VALUE} to begin with)
          and the significance threshold ({DEFAULT_THRESHOLD_PERCENT}%). You can change both at any time, and
          the results follow at once.
        </li>
        <li>
          <strong>Results.</strong> Value Rules, Apply, Segment Details, Correlations, the Lead Calculator and
          the Check.
        </li>
      </ol>
    </>
  );
}

const SHARE_DAYS = SHARE_MS / 86_400_000;

export function ReadOnlyLinks() {
  return (
    <>
      <p>
        The owner of a saved analysis can create one read-only link to it, and have {MAX_SHARES} that work at
        the same time. Whoever has the address sees the value rules, the segments, the correlations, the
        calculator, the charts and the report, without an account, and can change nothing. The link holds
        figures only: no rows, no ranges, no original names of values, no amounts, and never the e-mail
        address of the account. The name and the note are shown only if the owner ticks them.
      </p>
      <ul>
        <li>
          <strong>As they were.</strong> A link shows the figures as they were when they were published. A
          later change of the analysis shows only after <em>Update</em>.
        </li>
        <li>
          <strong>Small values.</strong> In each attribute the values under {MIN_SHARED_LEADS} leads become
          one value, {OTHER_SMALL}: its leads and conversions are the sums of theirs, and its rate, lift,
          confidence and p-value follow from these sums. If the sum is itself under {MIN_SHARED_LEADS}, the
          next smallest value is added until it is not, since all leads less the shown ones would give it
          away. Tested pairs with such a value are left out.
        </li>
        <li>
          <strong>Example.</strong> Web has 60 leads, Fair 9, Fax 3 and Mail 1. Fax and Mail have 4 together,
          so Fair joins them: the link shows Web with 60 and {OTHER_SMALL} with 13.
        </li>
        <li>
          <strong>Personal data.</strong> A shown text that looks like an e-mail address or telephone number
          blocks the link, and is named.
        </li>
        <li>
          <strong>The address.</strong> Its token is 256 random bits behind the <code>#</code>, which browsers
          send to nobody; the page takes it out of the address. The database has only its SHA-256, so the
          address is shown once, and a new link replaces the old one.
        </li>
        <li>
          <strong>The end.</strong> A link ends when its owner ends it or deletes the analysis or the account,
          else by itself after {SHARE_DAYS} days, unless the owner keeps it. Links that have ended, have
          expired or never were answer the same. Openings are counted, previews of messengers that run the
          page included, and nothing is kept about the people who open it.
        </li>
      </ul>
    </>
  );
}
