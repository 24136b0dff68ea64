import { Formula } from '#frontend/ui/prose.tsx';
import { RuleDiagram } from './rule-diagram.tsx';
import { RulesAndValues } from './rules-and-values.tsx';

/** One example runs through all formulas; its figures are held to the program's own by a test. */
export function CalculationLogic() {
  return (
    <>
      <p>
        One example runs through all formulas: a file of 2,000 leads, 412 of them converted, with the segments
        Source = Referral (96 of 221 converted), Country = US (168 of 640) and Device = Mobile (88 of 590).
        The conversion value is $100, the significance threshold 10%. Figures are rounded here, never inside.
      </p>

      <RuleDiagram />

      <h3>Rates and lift</h3>
      <Formula example="Baseline: 412 / 2,000 = 20.6%. Referral: 96 / 221 = 43.4%.">
        conversion rate = qualified leads / total leads
      </Formula>
      <p>
        Every row of the file is a lead. A blank status is a lead that is not qualified, unless (Blank) is
        ticked as a qualified value.
      </p>
      <Formula example="Referral: 43.4% / 20.6% = 2.11, or +111%.">
        lift = segment&rsquo;s conversion rate / baseline conversion rate
      </Formula>
      <p>
        Lift is a ratio everywhere: 1 means no effect. As a change it is the attribute&rsquo;s rate over the
        overall rate, minus 1. Where nothing converted at all, every lift is 1.
      </p>

      <h3>Confidence and adjusted lift</h3>
      <Formula example="Referral: 221 / (221 + 50) = 82%.">confidence = leads / (leads + 50)</Formula>
      <Formula example="Referral: 0.815 × 2.11 + 0.185 × 1 = 1.90. US: 1.25. Mobile: 0.75.">
        adjusted lift = confidence × lift + (1 − confidence) × 1
      </Formula>
      <p>
        A small segment may look good or bad by chance, so its lift is pulled towards 1. Below 50% confidence
        a warning is shown.
      </p>
      <Formula example="Referral: Wilson 37.1% to 50.0%, so 1.65 to 2.17 around 1.90.">
        95% interval = confidence × Wilson interval of the rate / baseline rate + (1 − confidence)
      </Formula>
      <p>
        The charts draw this interval. It is the score interval of Wilson, which holds for small counts too;
        the baseline rate counts as known.
      </p>

      <h3>Significance</h3>
      <p>
        A segment is tested against all other leads: converted or not, inside or outside, a table of two by
        two. The p-value is the exact tail of chi-square with one degree of freedom, without continuity
        correction.
      </p>
      <Formula example="Referral: a = 96, b = 125, c = 316, d = 1,463; chi-square = 79.2, p < 0.001.">
        chi-square = n (ad − bc)² / ((a + b)(c + d)(a + c)(b + d)), p = erfc(√(chi-square / 2))
      </Formula>
      <p>
        A segment with fewer than 10 leads is not tested and gets p = 1, as does one whose table has an empty
        margin. A segment is significant when p &lt; 0.05 and its adjusted lift lies outside 1 ± threshold;
        with 10%, exactly 1.1 is not outside.
      </p>

      <RulesAndValues />
    </>
  );
}
