import type { Alert } from '#contract/alerts.ts';
import { cutListedName } from '#contract/listed.ts';
import { MAX_LISTED } from '#contract/limits.ts';
import type { Letter } from './letter.ts';

interface AlertedAnalysis {
  id: string;
  name: string;
  /** The team that it belongs to; null for the reader's own. */
  team: string | null;
}

/** Says which rules of an analysis no longer hold, and by how much. */
export function alertLetter(
  alerts: readonly Alert[],
  { id, name, team }: AlertedAnalysis,
  stopToken: string,
): Letter {
  const isOne = alerts.length === 1;
  const others = alerts.length - MAX_LISTED;
  return {
    subject: `${isOne ? 'A rule no longer holds' : `${alerts.length} rules no longer hold`}: ${cutListedName(name)}`,
    paragraphs: [
      `${cutListedName(name)}: ${isOne ? 'a rule in use no longer holds' : `${alerts.length} rules in use no longer hold`}, as the latest leads show.`,
      ...alerts.slice(0, MAX_LISTED).map(describeAlert),
      ...(others > 0 ? [`And ${others} more.`] : []),
    ],
    link: { text: 'See what changed', path: `/saved/${id}${team === null ? '' : `?team=${team}`}` },
    reason:
      'You get this because you turned on alerts by e-mail at Lead Value Analyzer. At most one comes for each run.',
    stopToken,
  };
}

type Share = Alert['reference'];

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

/**
 * '6.7% converted (20 of 300), against 18.8% overall: 0.36x'. Nothing is divided by 0: a rule without leads raises no alert.
 *
 * @param when of which days the leads are; nothing where that needs no words
 */
function describeShare({ leads, converted, totalLeads, totalConverted }: Share, when = ''): string {
  const lift = (converted * totalLeads) / (leads * totalConverted);
  return `${percent(converted, leads)} converted (${converted} of ${leads}${when}), against ${percent(totalConverted, totalLeads)} overall: ${lift.toFixed(2)}x`;
}

/** The figure that raised the alert, where it is another one than that of the leads as they are. */
const describeAtMix = ({ liftAtMix }: Alert['latest']): string =>
  liftAtMix === undefined ? '' : ` At the earlier mix of the other attributes: ${liftAtMix.toFixed(2)}x.`;

const toDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** '2026-11-20' as 'Nov 20, 2026'. */
const nameDay = (day: string): string => toDate.format(new Date(`${day}T00:00:00Z`));

function describeAlert({ field, value, side, reference, latest }: Alert): string {
  const days = `, ${nameDay(latest.first)} to ${nameDay(latest.last)}`;
  return [
    `${cutListedName(value)} (${cutListedName(field)})`,
    `Now: ${describeShare(latest, days)}.${describeAtMix(latest)}`,
    `Before: ${describeShare(reference)}. The rule is a ${side}.`,
  ].join('\n');
}
