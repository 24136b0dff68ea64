import {
  CHECK_REPEATS,
  CONFIDENCE_PRIOR_LEADS,
  LEARNING_SHARE,
  MAX_ESTIMATED_RATE,
  MIN_CHECK_CONVERSIONS,
  MIN_COMBINATION_LEADS,
  MIN_RULE_CONVERSIONS,
  MIN_RULE_LEADS,
  MIN_STRENGTH,
  OTHER_LABEL,
} from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { DocsTable } from './figures.tsx';
import { UNSEEN_FIGURES } from './checked-facts.ts';

/** A test compares the figures of the table with those of the program. */
export function UnseenLeads() {
  return (
    <>
      <p>
        The product of lifts counts an effect twice where two attributes say nearly the same. Balanced
        multipliers are fitted together on the counts of all combinations, so that together they come close to
        the conversions of every value. They are still one number per value, as the ad platforms want.
      </p>
      <Formula example="Referral of the first example: (96 + 10.3) / (47.5 + 10.3) = 1.84, divided by a mean of 0.98: 1.87.">
        balanced multiplier = (observed + {CONFIDENCE_PRIOR_LEADS} × baseline rate) / (predicted by the other
        attributes + {CONFIDENCE_PRIOR_LEADS} × baseline rate), in turn until nothing changes
      </Formula>
      <Formula>
        balanced value = baseline lead value × one constant × product of the multipliers, each attribute with
        a mean of 1
      </Formula>
      <p>
        Added leads shrink a small value towards 1, as they shrink the adjusted lift. After each turn the
        multipliers of the attribute are divided by their mean over all leads, and the constant is set anew.
        The prediction of the next turn includes it. By value, amounts take the place of conversions.
      </p>
      <p>
        The results show both: the suggested rule first, the balanced multiplier beside it. The switch above
        the tabs chooses which of the two the value rules and the calculator act on. The constant makes the
        total over all leads exact. It belongs to no attribute, so it stands beside the baseline lead value
        only.
      </p>
      <p>
        Value rules change the total that an ad platform reports. To keep it the same, only the base value can
        change, because leads without a rule keep a multiplier of 1. The plan of a platform names that base
        value, in the tab Apply; it changes nothing else in the results.
      </p>
      <Formula example="100 of 400 leads have a rule of 1.5: mean multiplier 1.125; $100 becomes $88.89.">
        base value in the platform = base value without rules / mean multiplier of all leads
      </Formula>
      <p>
        The calculator compares both with the actual rate of a combination, if it has at least{' '}
        {MIN_COMBINATION_LEADS} leads. The best estimate of a combination mixes its own rate with the balanced
        prediction. The strength of the prediction is the one that makes the counts of all combinations most
        likely (beta-binomial, empirical Bayes), and at least {MIN_STRENGTH}. A predicted rate above{' '}
        {100 * MAX_ESTIMATED_RATE}% counts as {100 * MAX_ESTIMATED_RATE}%. By value the strength follows from
        how far the values of combinations lie from their predictions (Bühlmann and Straub).
      </p>
      <Formula example="8 of 10 converted, predicted 50%, strength 10: (8 + 5) / (10 + 10) = 65%.">
        best estimate = (conversions + strength × predicted rate) / (leads + strength)
      </Formula>
      <p>
        A rule always fits the leads that it was learned from. The Check tab tries rules on other leads. It
        starts when you open the tab, runs in your browser and can be cancelled. It counts conversions, or by
        value amounts, so the conversion value does not matter; another threshold starts it again. The same
        file and settings give the same figures.
      </p>
      <p>
        The check learns everything from {100 * LEARNING_SHARE}% of the leads, drawn at random, and predicts
        the conversions of the others; {CHECK_REPEATS} times. Ranges of a best split and rare values merged
        into “{OTHER_LABEL}” are chosen anew from the same part each time; presets and ranges made by hand
        stay. It needs {MIN_CHECK_CONVERSIONS} conversions. A rule held if the value later lay on the same
        side of 1 by more than half the threshold. With fewer than {MIN_RULE_LEADS} unseen leads or{' '}
        {MIN_RULE_CONVERSIONS} expected conversions it is not judged.
      </p>
      <p>
        The verdict compares the conversions that the suggested value rules predict with those that happened;
        a value without a rule counts as 1. The band holds the bias of 95% of such checks: if it holds 0,
        chance alone can do this. The chart has a dot for each tenth of the leads, by predicted rate. Rates
        within about 0.3% of each other count as the same.
      </p>
      <Formula>
        calibration error = sum over ten equal groups by predicted rate of |predicted − actual| / all
        conversions
      </Formula>
      <DocsTable
        caption="Check on unseen leads of a public data set: bias and calibration error"
        head={['Attributes', 'Product of lifts', 'Balanced', 'Best estimate']}
        rows={UNSEEN_FIGURES.map(({ fields, methods }) => [
          fields.join(', '),
          ...[methods.product, methods.balanced, methods.best].map(
            ({ bias, calibrationError }) => `${formatSigned(bias)}, ${calibrationError.toFixed(1)}%`,
          ),
        ])}
      />
      <p>
        The data set has 9,240 leads of an online school (X Education), of which 38.5% converted. A bias below
        0 means that fewer conversions were predicted than happened. Time is in quartiles.
      </p>
    </>
  );
}

function formatSigned(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
}
