import { DEFAULT_CONVERSION_VALUE, DEFAULT_THRESHOLD_PERCENT, MAX_ATTRIBUTES } from '#contract/limits.ts';

export function Purpose() {
  return (
    <>
      <p>
        Advertising platforms can bid more for one lead than for another, if somebody tells them what a lead
        is worth. This tool finds that out from leads that you already have: which of their attributes go with
        higher or lower conversion, by how much, and how sure that is.
      </p>
      <p>
        The analysis runs in the browser. The server exists for accounts and for analyses that a signed-in
        user chooses to save.
      </p>
    </>
  );
}

export function Features() {
  return (
    <ul>
      <li>Conversion rate, lift and confidence of every segment, with a significance test</li>
      <li>Correlation tests between pairs of attribute values</li>
      <li>Value rules: multipliers for bidding, cut where segments overlap</li>
      <li>A calculator for the value of any combination of attributes</li>
      <li>Numeric columns grouped into ranges; values renamed and merged</li>
      <li>Four CSV downloads, made in the browser</li>
      <li>Accounts, saved analyses and default preferences</li>
    </ul>
  );
}

export function Workflow() {
  return (
    <>
      <p>The work has five steps. The wizard shows four, because thresholds are set beside the results.</p>
      <ol>
        <li>
          <strong>Upload.</strong> Open a CSV file, paste cells from a spreadsheet, or try the sample data.
        </li>
        <li>
          <strong>Select columns.</strong> One status column and one to {MAX_ATTRIBUTES} attributes. Numeric
          attributes can be grouped into ranges.
        </li>
        <li>
          <strong>Map values.</strong> Say which status values count as converted; rename and group the values
          of each attribute.
        </li>
        <li>
          <strong>Set thresholds.</strong> The conversion value (${DEFAULT_CONVERSION_VALUE} to begin with)
          and the significance threshold ({DEFAULT_THRESHOLD_PERCENT}%). Both can be changed at any time; the
          results follow at once.
        </li>
        <li>
          <strong>Results.</strong> Value Rules, Segment Details, Correlations and the Lead Calculator.
        </li>
      </ol>
    </>
  );
}
