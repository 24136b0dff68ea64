import {
  MAX_FALSE_DISCOVERY_RATE,
  MIN_INTERACTION_LEADS,
  TEST_CAP_PERCENT,
} from '#frontend/analysis/constants.ts';
import { CHECK_NOTE, LIMITS, LIMITS_DATE, type Platform } from '#frontend/analysis/platforms/limits.ts';
import { Formula } from '#frontend/ui/prose.tsx';

const { google, meta } = LIMITS;
const percentOf = (multiplier: number | null) => `${Math.round(((multiplier ?? 1) - 1) * 100)}%`;

/** How the rules of each platform combine, and what its plan therefore does. */
export function Applying() {
  return (
    <>
      <p>
        The findings give a multiplier for every value. No ad platform multiplies rules, and none takes every
        attribute as a condition. So the tab Apply asks what each attribute is, and makes a plan for each
        platform: rules that it accepts, in an order that it accepts, which together come as close to the
        values of the leads as its limits allow. Location, device, age and the like can be conditions. Lead
        source or job title cannot: upload a value per lead, or look it up when the form is submitted.
      </p>
      <p>
        Rules labelled Use enter, those labelled Test if you choose so. A pair of values enters only with{' '}
        {MIN_INTERACTION_LEADS} leads and q &lt; {MAX_FALSE_DISCOVERY_RATE}. Its p-value is Fisher&apos;s,
        against the other leads of its first value and of its second; the larger of the two counts, so that
        the pair differs from both. By value it is the test of two mean amounts, as they are and capped at the{' '}
        {TEST_CAP_PERCENT}th percentile, and again the larger counts. q is Benjamini-Hochberg over all pairs
        of attributes that can be conditions. The figure of a pair is its own adjusted lift, or the product of
        its balanced multipliers. It also has to differ by more than the threshold from the figure that would
        apply without the pair.
      </p>
      <p>
        Then the plan is replayed: each lead of the file gets the rule that the platform would apply to it.
        The share captured says how much of the differences between leads the plan reproduces. It is computed
        on the leads that the rules were learned from, so new leads give less.
      </p>
      <Formula example="10 leads worth 1.5 times the mean under a rule of 1.5, 10 worth 0.5 without a rule: 1 − 10 × 0.25 / (20 × 0.25) = 50%.">
        share captured = 1 − sum of leads × (value − plan)² / sum of leads × (value − mean)²
      </Formula>
      <p>
        The value of a lead is the best estimate of its combination; the plan is the mean times the multiplier
        that applies, 1 without a rule. Rules also change the total. If 9% more value would be reported, the
        base conversion value can make up for it: the tab names the base value that keeps the total, and the
        steps then say to enter that one.
      </p>

      <h3>Google Ads</h3>
      <p>
        Google applies at most one value rule to a conversion: normally the most specific of those that match.
        Which of two equally specific rules applies is not published. A rule multiplies by{' '}
        {google.leastMultiplier} to {google.mostMultiplier}. It has one condition or two, on location, device
        or audience, and all rules of an account have the same kind of primary condition and of secondary
        condition; there may be {google.maxRules}. A campaign with rules of its own ignores those of the
        account.
      </p>
      <p>
        So the plan tries each attribute as the primary condition, alone and with every other one as the
        secondary condition, and keeps what captures most. A lead then meets at most one rule of one condition
        and one pair, and the pair applies: no two rules are tied. A multiplier beyond the range is cut, and
        the tab says so: 0.31 becomes 0.50. Values of the other attributes are listed with the reason why they
        are left out.
      </p>
      <Sources platform="google" />

      <h3>Meta</h3>
      <p>
        A rule of Meta changes the bid, not the reported value: by whole percents, from{' '}
        {percentOf(meta.leastMultiplier)} to +{percentOf(meta.mostMultiplier)}. A set holds up to{' '}
        {meta.maxRules} rules in an order, and the first that matches applies. Conditions are location,
        device, audience, age, gender, operating system, placement and conversion location. Up to{' '}
        {meta.maxConditions} criteria in a rule and six sets in an account are what others report; Meta does
        not say so.
      </p>
      <p>
        So the plan is a list in which the order does the work: a pair stands above the rules of its values.
        It starts empty and takes, step by step, the rule and the place that capture most, until the list is
        full or nothing gains; then it drops what has become useless. Since value is not reported, there is no
        base value to rescale: the tab gives the change of the average bid.
      </p>
      <p>
        Offers of housing, employment or credit may not adjust by age, gender, postal code and some audiences.
        The tab asks whether yours is one. Until you answer, and if it is, age, gender, location and audience
        are left out; location too, because the tool cannot tell a postal code from a city.
      </p>
      <Sources platform="meta" />

      <h3>Microsoft Advertising</h3>
      <p>
        A rule of Microsoft adds to a value or multiplies it by any figure above 0. It has one condition or
        two, on location, device or audience. Microsoft does not publish which of several matching rules
        applies. The plan and its replay assume that one rule does: the most specific, and of equally specific
        ones the one with fewer leads.
      </p>
      <p>
        So the plan is made as for Google, without the limits of 0.5 and 500, and then adds values of other
        attributes, as long as no lead would meet two rules of one condition. That way it does not depend on
        how Microsoft breaks ties. The rules can also be uploaded as a file of records ConversionValueRule:
        check it before, since places and audiences have ids there, which a file of leads does not know.
      </p>
      <Sources platform="microsoft" />
    </>
  );
}

function Sources({ platform }: { platform: Platform }) {
  const { sources } = LIMITS[platform];
  return (
    <p>
      As of {LIMITS_DATE}:{' '}
      {sources.map(({ title, address }, index) => (
        <span key={address}>
          {index > 0 && ', '}
          <a href={address} target="_blank" rel="noreferrer">
            {title}
          </a>
        </span>
      ))}
      . {CHECK_NOTE}
    </p>
  );
}
