import { readFileSync } from 'node:fs';
import { startCheck } from '#frontend/analysis/check/check-unseen.ts';
import { learnRules } from '#frontend/analysis/check/learn-rules.ts';
import { gather } from '#frontend/analysis/counts/coding.ts';
import { listRelated, sizesOfRelated } from '#frontend/analysis/counts/related-leads.ts';
import { combinationsOf, flagConverted, tallyLeads } from '#frontend/analysis/counts/tally.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { findColumns } from '#frontend/analysis/finder/find-columns.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { createRandom, shuffle } from '#frontend/analysis/stats/random.ts';
import { candidateColumns, candidatesOf } from '#frontend/counting/file-candidates.ts';
import { familiesOf } from '#frontend/counting/file-families.ts';
import { codedColumn, createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { finish } from '#test/support/finish.ts';
import { LEARNED_SHARE, simulateEstimates, type Setting } from './estimate-demands.ts';
import { codingOf, judgeOffer } from './model-demands.ts';

/** A CSV file of leads, and the meaning of its columns, as somebody says it before the marks are seen. */
interface RealFile {
  file: string;
  /** The header of the status, and its converted values. */
  status: string;
  good: readonly string[];
  /** The headers of columns that are filled after the outcome, or by it, */
  late: readonly string[];
  /** and of those that may be. All others are honest. */
  unclear: readonly string[];
}

/** The leads of a file as the search for columns sees them. */
interface Leads {
  candidates: readonly (Candidate & { header: string })[];
  isConverted: Uint8Array;
  families: Uint32Array | null;
}

async function readLeads({ file, status, good }: RealFile): Promise<Leads> {
  const read = await readCsv(readFileSync(file), {}, () => {});
  if (!read.ok) throw new Error(`${file}: ${read.error.reason}`);
  const view = createLoadedFile(read.value.table, new Date().getFullYear());
  const { headers } = view.table;
  const asked = { statusColumn: headers.indexOf(status), worth: null };
  const candidates: Leads['candidates'][number][] = [];
  for (const column of candidateColumns(view, asked)) {
    const found = await candidatesOf(view, column, () => Promise.resolve());
    if (typeof found === 'string') continue;
    candidates.push(...found.map((one) => ({ ...one, header: headers[column] ?? '' })));
  }
  const isConverted = flagConverted(codedColumn(view, asked.statusColumn), new Set(good));
  return { candidates, isConverted, families: await familiesOf(view, asked, () => Promise.resolve()) };
}

function search({ candidates, isConverted, families }: Leads) {
  const { columns } = finish(findColumns(candidates, isConverted, undefined, families));
  return columns.map((found) => ({ ...found, ...candidates[found.candidate]! })); // one of these
}

/** The headers of some columns by their mark: of the header, of the values alone, or none. */
function sortMarks(found: ReturnType<typeof search>, isOf: (header: string) => boolean) {
  const sorted = { byHeader: new Set<string>(), byValues: new Set<string>(), not: new Set<string>() };
  for (const parts of Map.groupBy(found, ({ header }) => header).values()) {
    const header = parts[0]?.header ?? '';
    if (!isOf(header)) continue;
    const knows = parts.some(({ knows: mark, alwaysConverts }) => mark !== null || alwaysConverts !== null);
    const kind = parts.some(({ isKnownLater }) => isKnownLater) ? 'byHeader' : knows ? 'byValues' : 'not';
    sorted[kind].add(header);
  }
  return sorted;
}

/** How far values of these columns are off in the check, where single rows are dealt, and where families are. */
function checkFamilies(chosen: readonly Candidate[], { isConverted }: Leads, families: Uint32Array) {
  const columns = chosen.map(({ codes, names }, at) => ({
    name: `Column ${at}`,
    column: { codes: Uint32Array.from(codes), categories: names },
  }));
  const items = combinationsOf(columns);
  const related = listRelated(families, { items, converted: isConverted, valued: null });
  const tally = tallyLeads(columns, isConverted);
  const missOf = (own: Parameters<typeof startCheck>[0]) => {
    const check = startCheck(own, {
      seed: 1,
      learn: (seen) => learnRules(seen, DEFAULT_SETTINGS.thresholdPercent),
    });
    for (let repeat = 0; repeat < check.repeats; repeat++) check.repeat();
    const checked = check.finish();
    return checked.kind === 'checked' ? checked.methods.best.calibrationError : NaN;
  };
  return { ...sizesOfRelated(related), single: missOf(tally), families: missOf({ ...tally, related }) };
}

/** The leads in a random order, family by family. */
function drawLeads({ isConverted, families }: Leads, random: () => number) {
  const familyOf = families ?? Uint32Array.from(isConverted.keys());
  const members = Map.groupBy(isConverted.keys(), (lead) => familyOf[lead]!); // a family per lead
  const order = Uint32Array.from(members.keys());
  shuffle(order, random);
  const drawn = Uint32Array.from([...order].flatMap((family) => members.get(family) ?? []));
  return {
    drawn,
    flags: Uint8Array.from(drawn, (lead) => isConverted[lead]!), // as above
    families: gather(familyOf, drawn),
  };
}

/** The leads in a random order by these columns. */
function settingOf(chosen: readonly Candidate[], leads: Leads): Setting {
  const codings = chosen.map(codingOf);
  return (random, number) => {
    const { drawn, flags, families } = drawLeads(leads, random);
    const own = drawn.subarray(0, number);
    return {
      codings: codings.map(({ codes, count }) => ({ codes: gather(codes, own), count })),
      isConverted: flags.subarray(0, number),
      families: families.subarray(0, number),
    };
  };
}

/** In how many of 16 splits by families all columns are offered, how often they lose on the other 30%, and what they save more there. */
function judgeOffers(honest: readonly Candidate[], chosen: readonly Candidate[], leads: Leads) {
  const random = createRandom(SEED);
  const saved: number[] = [];
  for (let split = 0; split < SPLITS; split++) {
    const { drawn, flags, families } = drawLeads(leads, random);
    const deal = (columns: readonly Candidate[]) =>
      columns.map((column) => ({ ...column, codes: Uint8Array.from(drawn, (lead) => column.codes[lead]!) })); // a code per lead
    const most = Math.round(LEARNED_SHARE * drawn.length);
    const learned = families.indexOf(families[most]!); // the first of its family
    const judged = judgeOffer({ candidates: deal(honest), chosen: deal(chosen) }, flags, {
      leads: learned,
      families,
    });
    if (judged) saved.push(judged.model.saved - judged.suggested.saved);
  }
  const mean = saved.reduce((sum, one) => sum + one, 0) / Math.max(1, saved.length);
  return `${saved.length} times, loses ${saved.filter((one) => one < 0).length} times, saves ${percent(mean)} more`;
}

const [SPLITS, SEED] = [16, 2026];
const percent = (share: number) => (100 * share).toFixed(2);
const print = (...words: readonly unknown[]) => process.stdout.write(`${words.join(' ')}\n`);

/** `node --import ./frontend/build/text-modules.ts test/simulations/real-files.ts list.json`: the list has a `RealFile` per name. */
const list: Record<string, RealFile> = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
for (const [name, file] of Object.entries(list)) {
  const leads = await readLeads(file);
  const found = search(leads);
  const isLate = (header: string) => file.late.includes(header);
  const isHonest = (header: string) => !isLate(header) && !file.unclear.includes(header);
  print(`\n${name}: ${leads.isConverted.length} leads`);
  print(
    'suggested:',
    found.flatMap(({ suggestion, header }) => (suggestion === null ? [] : [header])),
  );
  for (const [kind, isOf] of [
    ['late', isLate],
    ['honest', isHonest],
  ] as const) {
    const { byHeader, byValues, not } = sortMarks(found, isOf);
    print(kind, `marked by header: ${[...byHeader]}; by values: ${[...byValues]};`);
    print(kind, 'not:', kind === 'late' ? [...not] : not.size);
  }
  const honest = leads.candidates.filter(({ header }) => isHonest(header));
  const chosen = search({ ...leads, candidates: honest }).filter(({ suggestion }) => suggestion !== null);
  if (chosen.length === 0) continue;
  if (leads.families) {
    const { least, most, ...off } = checkFamilies(chosen, leads, leads.families);
    print(`families of ${least} to ${most}: off by ${percent(off.single)}, now ${percent(off.families)}`);
    print('all columns offered', judgeOffers(honest, chosen, leads));
  }
  for (const number of [100, 300, 500, 1000, 3000, 10_000]) {
    if (number > leads.isConverted.length) continue;
    const settings = [settingOf(chosen, leads)];
    const { now, before } = simulateEstimates({ files: SPLITS, seed: SEED }, { settings, leads: number });
    print(
      'saved',
      number,
      percent(before.gain),
      percent(now.gain),
      'worse than the baseline',
      before.worse,
      now.worse,
    );
  }
}
