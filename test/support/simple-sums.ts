/*
 * The figures of a file by simple sums, and the limits of age as methods say them, word for word and without regard to speed. Nothing of
 * the product is in it.
 */

/** A lead with its age, and the days until it was won; -1 where it was not. */
interface AgedLead {
  age: number;
  wonAfter: number;
}

const COUNT_ALL = 0.95;

/**
 * The first day A with F(A) at least 95% of F(te). F(t) = 1 - Π (1 - wins/R) over the days up to t; R = leads at least t days old that were
 * not won before; te = the age that 2% of the leads, at least 20, reach. Null with fewer than 20 wins or te under 1.5 A.
 */
function daysOfSales(leads: readonly AgedLead[]): number | null {
  if (leads.filter(({ wonAfter }) => wonAfter >= 0).length < 20) return null;
  const reached = Math.ceil(Math.max(20, leads.length * 0.02));
  const end = leads.map(({ age }) => age).toSorted((a, b) => b - a)[reached - 1] ?? -1;
  const shares: number[] = [];
  let left = 1;
  for (let day = 0; day <= end; day++) {
    const risked = leads.filter(
      ({ age, wonAfter }) => age >= day && (wonAfter < 0 || wonAfter >= day),
    ).length;
    const won = leads.filter(({ wonAfter }) => wonAfter === day).length;
    left *= 1 - won / risked;
    shares.push(1 - left);
  }
  const most = shares.at(-1) ?? 0;
  const days = shares.findIndex((share) => share >= COUNT_ALL * most - 1e-9);
  return days >= 0 && end >= 1.5 * days ? days : null;
}

/** The same for all leads, or for a value with 20 wins of its own, the largest that leaves 40% of the leads and 50 wins. */
export function limitBySales<Lead extends AgedLead & { value: string }>(
  leads: readonly Lead[],
): number | null {
  const all = daysOfSales(leads);
  if (all === null) return null;
  const ofValues = [...new Set(leads.map(({ value }) => value))]
    .map((value) => daysOfSales(leads.filter((lead) => lead.value === value)))
    .filter((days) => days !== null)
    .filter((days) => {
      const kept = leads.filter(({ age }) => age >= days);
      return kept.length >= 0.4 * leads.length && kept.filter(({ wonAfter }) => wonAfter >= 0).length >= 50;
    });
  return Math.max(all, ...ofValues);
}

/**
 * Without days of sales: the first week from which the rising rate is at least 90% of the rate of all older leads. Weeks under 30 leads join
 * the next older one, the last ones the one before. The rising rate of a week is the largest, over all beginnings up to it, of the smallest
 * mean up to an end behind it. Zero where younger and older leads do not differ (chi-square over 6.6349).
 */
export function limitByWeeks(leads: readonly AgedLead[]): number {
  const weeks: { first: number; leads: readonly AgedLead[] }[] = [];
  let open: AgedLead[] = [];
  let first = 0;
  const last = Math.floor(Math.max(...leads.map(({ age }) => age)) / 7);
  for (let week = 0; week <= last; week++) {
    open = [...open, ...leads.filter(({ age }) => Math.floor(age / 7) === week)];
    if (open.length < 30) continue;
    weeks.push({ first, leads: open });
    [open, first] = [[], week + 1];
  }
  const last30 = weeks.at(-1);
  if (last30) last30.leads = [...last30.leads, ...open];
  const rising = weeks.map((_, week) =>
    Math.max(
      ...weeks
        .slice(0, week + 1)
        .map((_begin, from) =>
          Math.min(...weeks.slice(week).map((_end, to) => rateOf(joined(weeks, from, week + to + 1)))),
        ),
    ),
  );
  const found = weeks.findIndex((_, week) => rising[week]! >= 0.9 * rateOf(joined(weeks, week + 1)));
  const [younger, older] = [joined(weeks, 0, found), joined(weeks, found)];
  return found > 0 && chiSquareOf(younger, older) > 6.6349 ? weeks[found]!.first * 7 : 0;
}

const joined = (weeks: readonly { leads: readonly AgedLead[] }[], from: number, to?: number) =>
  weeks.slice(from, to).flatMap(({ leads }) => leads);
const winsOf = (leads: readonly AgedLead[]) => leads.filter(({ wonAfter }) => wonAfter >= 0).length;
const rateOf = (leads: readonly AgedLead[]) => winsOf(leads) / leads.length;

function chiSquareOf(a: readonly AgedLead[], b: readonly AgedLead[]): number {
  const rate = rateOf([...a, ...b]);
  return [a, b].reduce(
    (sum, group) => sum + (winsOf(group) - group.length * rate) ** 2 / (group.length * rate * (1 - rate)),
    0,
  );
}
