import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Notice } from '#frontend/ui/notice.tsx';

/** What came of the tests, or why there was nothing to test. */
export function CorrelationBanner({ analysis }: { analysis: Analysis }) {
  const { fields, interactionTests, significantInteractions } = analysis;
  if (interactionTests.length === 0) return fields.length === 1 ? <OneAttribute /> : <NoPair />;
  const tested =
    interactionTests.length === 1
      ? '1 pair of values was'
      : `${formatCount(interactionTests.length)} pairs of values were`;
  if (significantInteractions === 0) {
    return (
      <Notice tone="success" title="Good News: All factors are independent">
        {tested} tested; each converts as the two values predict.
      </Notice>
    );
  }
  return (
    <Notice
      tone="caution"
      title={`Warning: ${formatCount(significantInteractions)} significant correlation(s) detected`}
    >
      {tested} tested. The significant ones below do not convert as their two values predict, so the suggested
      value rules of these values are reduced by 15%.
    </Notice>
  );
}

function OneAttribute() {
  return (
    <Notice tone="info">
      <p>
        <strong className="font-semibold">No Correlation Analysis Available</strong> – Correlation analysis
        requires at least 2 attributes. Your data has only 1 attribute.
      </p>
      <p>All segment values can be safely used for bidding rules.</p>
    </Notice>
  );
}

function NoPair() {
  return (
    <Notice tone="info">
      <p>
        <strong className="font-semibold">No Correlation Analysis Available</strong> –{' '}
        <span>No pair of significant segments shares at least {MIN_INTERACTION_LEADS} leads.</span>
      </p>
      <p>Whether segments overlap is not known. A lower threshold or more leads may give pairs to test.</p>
    </Notice>
  );
}
