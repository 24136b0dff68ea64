import { DocsTable } from './figures.tsx';
import { UNSEEN_FIGURES } from './checked-facts.ts';

export function UnseenTable() {
  return (
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
  );
}

function formatSigned(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
}
