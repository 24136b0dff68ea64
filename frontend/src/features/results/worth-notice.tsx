import type { Measurement } from '#frontend/analysis/analyse.ts';
import type { WorthReport } from '#frontend/analysis/worth.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Notice } from '#frontend/ui/notice.tsx';

/** What to know of the amounts: those that count as 0, and negative ones, which leave no figures by value. */
export function WorthNotice({ measurement: { worth } }: { measurement: Pick<Measurement, 'worth'> }) {
  if (!worth) return null;
  if (worth.negative > 0) {
    return (
      <Notice tone="error" title="No results by value">
        {countNoun(worth.negative, 'lead')} {worth.negative === 1 ? 'has' : 'have'} a negative amount, such as
        a refund. Leave these leads out or change their amounts to see results by value.
      </Notice>
    );
  }
  const words = wordAmounts(worth);
  return words === null ? null : <Notice tone="info">{words}</Notice>;
}

/** '12 converted leads have no amount, and 1 has one that is no number: they are worth 0.' Null where all have one. */
export function wordAmounts({ empty, unreadable }: WorthReport): string | null {
  const [first, second] = [
    empty > 0 && `${countNoun(empty, 'converted lead')} ${empty === 1 ? 'has' : 'have'} no amount or 0`,
    unreadable > 0 &&
      `${countNoun(unreadable, 'converted lead')} ${unreadable === 1 ? 'has an amount' : 'have amounts'} that can't be read`,
  ].filter((part) => part !== false);
  if (first === undefined) return null;
  const count = empty + unreadable;
  return `${[first, second].filter(Boolean).join(', and ')}: ${count === 1 ? 'it is' : 'they are'} worth 0.`;
}
