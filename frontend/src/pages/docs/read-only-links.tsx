import { MAX_SHARES, MIN_SHARED_LEADS, SHARE_MS } from '#contract/limits.ts';
import { OTHER_SMALL } from '#contract/sharing.ts';

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
