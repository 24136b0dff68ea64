import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { CalculatedLeadValue } from '#frontend/analysis/lead-values.ts';
import { formatDollars, formatLift, formatRate } from '#frontend/lib/format.ts';
import { Table, Td, Th } from '#frontend/ui/table.tsx';
import { Lift } from '../figures.tsx';
import { ValueName } from '../names.tsx';
import { listValueSteps } from './value-steps.ts';

export interface FactorTableProps {
  analysis: Analysis;
  result: CalculatedLeadValue;
}

/** Each factor of a lead value, and the dollars that it leads to: the waterfall as figures. */
export function FactorTable({ analysis, result }: FactorTableProps) {
  const { baselineLeadValue, baselineRate, settings } = analysis;
  const [, ...reached] = listValueSteps(baselineLeadValue, result);
  return (
    <Table caption="Factors of the lead value" className="max-w-step table-fixed">
      <colgroup>
        <col className={`w-[32%] ${WIDE_ONLY}`} />
        <col />
        <col className="w-24 max-sm:w-20" />
        <col className="w-32 max-sm:w-22" />
      </colgroup>
      <thead>
        <tr>
          <Th className={WIDE_ONLY}>Factor</Th>
          <Th>Value</Th>
          <Th numeric>Lift</Th>
          <Th numeric className="whitespace-normal!">
            Lead Value ($)
          </Th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <FactorName name="Baseline lead value" />
          <Td className="text-muted">
            <NarrowName name="Baseline lead value" />
            {formatDollars(settings.conversionValue)} × {formatRate(baselineRate)} baseline rate
          </Td>
          <Td numeric />
          <Td numeric>{formatDollars(baselineLeadValue)}</Td>
        </tr>
        {result.breakdown.map(({ field, value, lift, liftBeforeCut, isCut }, position) => (
          <tr key={field}>
            <FactorName name={field} />
            <Td>
              <NarrowName name={field} />
              <ValueName name={value} isWrapped className="font-medium" />
              {isCut && (
                <span className="block text-12 text-muted">
                  was {formatLift(liftBeforeCut)}, reduced by 15%
                </span>
              )}
            </Td>
            <Td numeric>
              <Lift lift={lift} />
            </Td>
            <Td numeric>{formatDollars(reached[position]?.to ?? 0)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** On narrow screens the factor stands over its value instead. */
const WIDE_ONLY = 'max-sm:hidden';

function FactorName({ name }: { name: string }) {
  return (
    <th scope="row" className={WIDE_ONLY}>
      <ValueName name={name} isWrapped className="text-muted" />
    </th>
  );
}

function NarrowName({ name }: { name: string }) {
  return <ValueName name={name} className="text-12 text-muted sm:hidden" />;
}
