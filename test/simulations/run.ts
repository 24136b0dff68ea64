import { simulateBasis } from './basis-demands.ts';
import { simulateChart } from './chart-demands.ts';
import { simulateCustomers } from './customer-demands.ts';
import { simulateDecided } from './decided-demands.ts';
import { DRAWN_SETTINGS, listRealSettings, simulateEstimates } from './estimate-demands.ts';
import {
  CHOSEN_BY_HAND,
  CUSTOMERS,
  INSURANCE,
  simulateFamilies,
  simulateStrangers,
} from './family-demands.ts';
import { simulateKnowing, simulateNoise, simulateTrue, simulateTwins } from './finder-demands.ts';
import { simulateFallsAtMix, simulateMixShifts } from './mix-demands.ts';
import { simulateOfferedNoise, simulateOffers } from './model-demands.ts';
import {
  simulateEndedMonths,
  simulateFalls,
  simulateWaits,
  simulateStableRuns,
  simulateSteadyMonths,
} from './over-time-demands.ts';
import { simulatePlans } from './plan-demands.ts';
import { simulateChances, simulateOpenLeads, simulateValues } from './stage-demands.ts';
import { simulateValueIntervals } from './value-demands.ts';
import {
  simulateBesideStrong,
  simulateCostOfTrying,
  simulateDuplicates,
  simulateRelated,
  simulateShadows,
  simulateSplit,
  simulateTries,
} from './label-demands.ts';
import { simulateAge, simulateHalves, simulatePower, simulateUseOfNoise } from './use-demands.ts';
import {
  predictRules,
  simulateEnded,
  simulateUnchanged,
  summarise,
  WORLD_LEADS,
  WORLDS,
  type WorldName,
} from './rule-demands.ts';

/** `npm run simulate`: prints what the search for columns and the words for rules reach, beside what they must reach. */
const SEED = 2026;
const repeats = (files: number) => ({ files, seed: SEED });
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function print(what: string, demand: string, measured: string): void {
  process.stdout.write(`| ${what} | ${demand} | ${measured} |\n`);
}

print('', 'at least or at most', 'measured');
print('---', '---', '---');
print('600 files of noise: a column is suggested', '≤ 7%', percent(simulateNoise(repeats(600)).suggested));
const FEW = { leads: 2000, baseline: 0.2 };
const MANY = { leads: 10_000, baseline: 0.05 };
for (const [world, lifts, demand] of [
  [FEW, [1.5, 2], '≥ 75%'],
  [FEW, [2, 2], '≥ 95%'],
  [MANY, [1.5, 2], '≥ 72%'],
  [MANY, [2, 2], '≥ 95%'],
] as const) {
  const { all, noise } = simulateTrue(repeats(400), { ...world, lifts });
  const one = simulateTrue(repeats(400), { ...world, lifts, trueColumns: 1 });
  const name = `400 files of ${world.leads} leads at ${percent(world.baseline)}, lifts ${lifts.join(' to ')}`;
  print(`${name}: three true ones of 40, all suggested`, demand, percent(all));
  print(`${name}: noise beside three; beside one`, '≤ 8%', `${percent(noise)}; ${percent(one.noise)}`);
}
for (const trueColumns of [1, 3])
  for (const errors of [0, 0.05]) {
    const { both } = simulateTwins(repeats(400), { ...FEW, trueColumns, errors });
    const small = simulateTwins(repeats(400), { leads: 600, baseline: 0.4, trueColumns, errors });
    const name = `400 files, ${trueColumns} true columns, a twin with ${percent(errors)} errors`;
    print(`${name}: both twins at 2,000 leads; at 600`, '≤ 6 files', `${both}; ${small.both}`);
  }
const knowing = simulateKnowing(repeats(1000));
print('1,000 honest columns said to know the outcome', '0', `${knowing.honest}`);
print('1,000 honest columns with a value that always converts', '0', `${knowing.always}`);
print('1,000 columns filled for 60% of converted leads only', '≥ 95%', percent(knowing.filled));
print('1,000 columns right for 90% of the leads', '≥ 95%', percent(knowing.right));

for (const usesColumns of [true, false]) {
  const how = usesColumns ? 'spreads of 12 columns' : 'equal weights';
  const rulesOf = (world: WorldName) =>
    WORLD_LEADS.flatMap((leads) => predictRules(repeats(40), { world, leads, usesColumns }));
  // `keyof` of the record.
  const all = (Object.keys(WORLDS) as WorldName[]).map((world) => [world, rulesOf(world)] as const);
  for (const [world, rules] of all) {
    const { predicted, held, likely } = summarise(rules);
    const name = `${how}, ${world}, ${rules.length} rules`;
    print(`${name}: predicted; held`, '', `${percent(predicted)}; ${percent(held)}`);
    if (world === 'noise') print(`${name}: called likely`, '≤ 3%', percent(likely));
  }
  const pooled = summarise(all.flatMap(([, rules]) => rules));
  const gap = 100 * Math.abs(pooled.predicted - pooled.held);
  print(`${how}, 16 worlds, ${pooled.rules} rules: gap`, '≤ 3 points', gap.toFixed(1));
  print(`${how}, 16 worlds: likely ones that held`, '≥ 88%', percent(pooled.likelyHeld));
}
print('1,000 files without a change: a rule fell', '≤ 6%', percent(simulateUnchanged(repeats(1000)).fell));
const ended = simulateEnded(repeats(1000), { leads: 4000, baseline: 0.2, lifts: [1.3, 2] });
print(`${ended.judged} rules that ended: said to hold`, '≤ 10%', percent(ended.held));
const strong = simulateEnded(repeats(1000), { leads: 10_000, baseline: 0.2, lifts: [2, 2] });
print('1,000 rules of 2.0 that ended, 10,000 leads at 20%: fell', '≥ 95%', percent(strong.fell));

print(
  '1,000 series of 13 weekly runs without a change: any alert',
  '≤ 5%',
  percent(simulateStableRuns(repeats(1000)).alerted),
);
print(
  'the same, with every listed rule in use',
  '≤ 5%',
  percent(simulateStableRuns(repeats(1000), 'listed').alerted),
);
for (const [baseline, demand] of [
  [0.2, '≥ 90%'],
  [0.1, ''],
  [0.05, ''],
] as const) {
  const { found } = simulateFalls(repeats(500), { baseline });
  print(
    `500 rules of 1.6 that ended, 300 leads a week at ${percent(baseline)}: alert in two runs`,
    demand,
    percent(found),
  );
}
for (const deviation of [0, 0.8]) {
  const shifts = simulateMixShifts(repeats(1000), deviation);
  print(
    `1,000 such series, every combination keeps its rate, the mix moves by sd ${deviation}: any alert as it is; at the mix of the reference`,
    '; ≤ 5%',
    `${percent(shifts['as it is'])}; ${percent(shifts['at the reference'])}`,
  );
}
for (const baseline of [0.2, 0.1, 0.05]) {
  const falls = simulateFallsAtMix(repeats(500), baseline);
  print(
    `500 rules of 1.6 that ended beside such columns, at ${percent(baseline)}: alert in two runs, the same`,
    baseline === 0.2 ? '; ≥ 90%' : '',
    `${percent(falls['as it is'])}; ${percent(falls['at the reference'])}`,
  );
}
for (const baseline of [0.2, 0.1, 0.05]) {
  const { inTime, named, unnamed } = simulateWaits(repeats(300), { baseline });
  print(
    `300 of them at ${percent(baseline)}: alert within the weeks that the page names`,
    '',
    percent(inTime),
  );
  print('the median of the weeks named; none named', '', `${named}; ${percent(unnamed)}`);
}
print(
  '500 files of 13 months without a change: a rule changed',
  '≤ 5%',
  percent(simulateSteadyMonths(repeats(500)).changed),
);
for (const lift of [2, 1.6])
  for (const baseline of [0.2, 0.1]) {
    const { changed } = simulateEndedMonths(repeats(500), { baseline, lift });
    print(
      `500 rules of ${lift} that ended in 13 months at ${percent(baseline)}: changed`,
      '',
      percent(changed),
    );
  }

const tries = simulateTries(repeats(200));
print('200 files of noise: some Use in the first choice of attributes', '', percent(tries.first));
print('the same, in any of 20 choices', '≤ 10%', percent(tries.any));
const { uses } = simulateBesideStrong(repeats(200));
print('200 files, three noise attributes beside 20 that tell something: some Use', '≤ 8%', percent(uses));
const split = simulateSplit(repeats(400), 'best-split');
print(
  '400 files, three numbers of noise in their best split: some Use without the limit',
  '',
  percent(split.without),
);
print('the same, labelled at most Test', '0%', percent(split.limited));
const quartiles = simulateSplit(repeats(400), 'quartiles');
print('the same numbers in quartiles', '≤ 7%', percent(quartiles.limited));
const doubled = simulateDuplicates(repeats(400));
print('400 files of noise, a quarter twice: some Use without the limit', '', percent(doubled.without));
print('the same, labelled at most Test', '0%', percent(doubled.limited));
const related = simulateRelated(repeats(300));
print(
  '300 files of two related attributes, 10,000 leads: pairs that are Real by their own test',
  '',
  percent(related.alone),
);
print('the same: Real', '≤ 3%', percent(related.real));
const shadows = simulateShadows(repeats(200));
print('200 shadows of a cause: Use marked as mostly explained', '', percent(shadows.shadow));
print('their causes: Use marked', '≤ 5%', percent(shadows.cause));
const noise = simulateUseOfNoise(repeats(1000));
print('1,000 files of three columns of noise: some Use by q alone', '', percent(noise.before));
print('the same, with 30 leads and a rule likely to hold', 'as above', percent(noise.now));
for (const leads of [300, 1000, 5000])
  for (const lift of [1.5, 2]) {
    const { before, now } = simulatePower(repeats(400), { leads, lift });
    const demand = leads === 1000 ? (lift === 2 ? '≥ 98%' : '≥ 80%') : '';
    print(
      `400 files of ${leads} leads at 20%, a quarter at ${lift}: Use by q alone; now`,
      demand,
      `${percent(before)}; ${percent(now)}`,
    );
  }
for (const share of [0.25, 0.15, 0.1]) {
  const { alone, all, tests } = simulateCostOfTrying(repeats(400), share);
  print(
    `400 files of 1,000 leads at 20%, ${percent(share)} of them at 1.6: Use among three attributes; among ${Math.round(tests)} tests`,
    '',
    `${percent(alone)}; ${percent(all)}`,
  );
}
const halves = simulateHalves(repeats(400));
print(`400 files in halves, ${halves.rules} Use: held by q alone`, '', percent(halves.before));
print('the same, now', '≥ 95%', percent(halves.now));
for (const leads of [2000, 10_000])
  for (const months of [6, 12]) {
    const newer = simulateAge(repeats(300), { leads, months, lift: 1, isNewer: true });
    const name = `300 files of ${leads} leads, ${months} months`;
    print(`${name}: a source that is only newer is Use, of any age`, '', percent(newer.now));
    print(`${name}: the same, at the same age`, '≤ 3%', percent(newer.age));
    const equal = simulateAge(repeats(300), { leads, months, lift: 1.5, isNewer: false });
    print(`${name}: a source of 1.5 is Use, of any age`, '', percent(equal.now));
    print(`${name}: the same, at the same age, of these`, '≥ 97%', percent(equal.age / equal.now));
  }
for (const leads of [3000, 10_000, 30_000]) {
  const { google, meta, microsoft } = simulatePlans(repeats(100), { leads });
  print(`100 files of ${leads} leads, of what best estimates explain: Google`, '≥ 60%', percent(google));
  print(
    `100 files of ${leads} leads: Meta; Microsoft`,
    '≥ 80.5%; none',
    `${percent(meta)}; ${percent(microsoft)}`,
  );
}
for (const leads of [100, 300, 500, 1000, 3000, 10_000, 30_000]) {
  // The real file has fewer leads than the last two.
  const settings = [...(leads < 10_000 ? listRealSettings() : []), ...DRAWN_SETTINGS];
  const { splits, before, now } = simulateEstimates(repeats(80), { settings, leads });
  const name = `${splits} files of ${leads} leads, log-loss of the baseline saved by the best estimate`;
  const points = (gain: number) => (100 * gain).toFixed(2);
  print(
    `${name}: with Balanced; with main effects`,
    '',
    `${points(before.gain)}; ${points(now.gain)} points`,
  );
  print('the same, worse than the baseline', 'no more', `${before.worse}; ${now.worse}`);
}
print(
  '226 files of noise: values from all columns offered',
  '≤ 2%',
  percent(simulateOfferedNoise(repeats(226)).offered),
);
const OFFERED_FILE = { leads: 6000, baseline: 0.15 };
const strongest = simulateOffers(repeats(60), {
  ...OFFERED_FILE,
  trueColumns: 2,
  deviation: 0.4,
  noiseColumns: 18,
});
print('60 files of two strong columns beside 18 of noise: offered', '', percent(strongest.offered));
const weak = simulateOffers(repeats(60), {
  ...OFFERED_FILE,
  trueColumns: 10,
  deviation: 0.2,
  noiseColumns: 10,
});
print('60 files of ten weak columns beside ten of noise: offered', '', percent(weak.offered));
print('the same, of these worse than the suggested columns', '≤ 8%', percent(weak.worse));
print(
  'the same, Gini: all columns; suggested ones',
  '',
  `${weak.model.gini.toFixed(3)}; ${weak.suggested.gini.toFixed(3)}`,
);
print(
  'the same, log-loss saved: all columns; suggested ones',
  '',
  `${percent(weak.model.saved)}; ${percent(weak.suggested.saved)}`,
);
for (const [name, world] of [
  ['of an insurance, many leads identical but for the outcome', INSURANCE],
  ['of customers with 2 to 6 rows', CUSTOMERS],
  ['of such customers, attributes chosen by hand', CHOSEN_BY_HAND],
] as const) {
  const { found, ...dealt } = await simulateFamilies(repeats(40), world);
  print(`40 files ${name}: families are found`, '', percent(found));
  for (const [how, { estimate, model, check, offered, worse }] of [
    ['single rows dealt', dealt.byRow],
    ['whole families dealt', dealt.byFamily],
  ] as const) {
    const demand = how === 'single rows dealt' ? '' : 'within 2 points';
    const both = ({ shown, fresh }: typeof model) => `${percent(shown)}; ${percent(fresh)}`;
    print(
      `the same, ${how}: log-loss saved by the attributes, shown; on other families`,
      demand,
      both(estimate),
    );
    print('the same by all columns', demand, both(model));
    print('the same: off by, in the check; on other families', '', both(check));
    print(
      'the same: all columns are offered; and lose on other families',
      '',
      `${percent(offered)}; ${percent(worse)}`,
    );
  }
}
print(
  '300 files of strangers: families are found',
  '0%',
  percent((await simulateStrangers(repeats(300))).found),
);
for (const wins of [60, 120, 300, 1000]) {
  const { chosen, conversions, value } = simulateBasis(repeats(1500), { wins });
  print(
    `1,500 files of ${wins} wins, deals differ in every second: explained by the chosen basis`,
    `≥ ${percent(Math.max(conversions, value) - 0.01)}`,
    percent(chosen),
  );
  const alike = simulateBasis(repeats(1500), { wins, differ: false });
  print(
    'the same where deals are alike: chosen; by conversions; by value',
    '',
    `${percent(alike.chosen)}; ${percent(alike.conversions)}; ${percent(alike.value)}`,
  );
}

const AGED = { medianDays: 45, spread: 1, months: 12 };
for (const leads of [2000, 10_000]) {
  const growing = simulateDecided(repeats(200), { ...AGED, leads, lift: 1, isGrowing: true });
  const name = `200 files of ${leads} leads, a source that grows`;
  print(`${name}: an age is proposed`, '', percent(growing.proposed));
  print(
    `${name}: it is Use, among all leads; among those that stay`,
    '≤ 3%',
    `${percent(growing.all.use)}; ${percent(growing.staying.use)}`,
  );
  print(
    `${name}: it is suggested, among all leads; among those that stay`,
    '≤ 8%',
    `${percent(growing.all.suggested)}; ${percent(growing.staying.suggested)}`,
  );
  print(
    `${name}: its interval holds the lift, among all leads; among those that stay`,
    '≥ 92%',
    `${percent(growing.all.liftHeld)}; ${percent(growing.staying.liftHeld)}`,
  );
  const true15 = simulateDecided(repeats(200), { ...AGED, leads, lift: 1.5, isGrowing: false });
  print(
    `200 files of ${leads} leads, a source of 1.5: Use, among all leads; among those that stay`,
    '',
    `${percent(true15.all.use)}; ${percent(true15.staying.use)}`,
  );
}
for (const [medianDays, months, spread] of [
  [21, 6, 0.6],
  [60, 12, 0.6],
  [60, 24, 0.6],
  [120, 24, 0.6],
  [21, 6, 0.8],
  [60, 12, 0.8],
  [60, 24, 0.8],
  [120, 24, 0.8],
  [21, 6, 1],
  [45, 12, 1],
  [60, 12, 1],
  [60, 24, 1],
  [120, 24, 1],
] as const) {
  const { proposed, all, staying } = simulateDecided(repeats(200), {
    leads: 3000,
    medianDays,
    months,
    spread,
    lift: 1.5,
    isGrowing: false,
  });
  const name = `200 files of 3,000 leads, sales after ${medianDays} days, sd ${spread}`;
  print(`${name}: an age is proposed`, '', percent(proposed));
  print(
    `${name}: rate over the true one, all leads; those that stay`,
    '97 to 103%',
    `${percent(all.ratio)}; ${percent(staying.ratio)}`,
  );
  print(
    `${name}: interval holds the true rate; the true lift`,
    '≥ 92%',
    `${percent(staying.rateHeld)}; ${percent(staying.liftHeld)}`,
  );
}
const heldOf = ({ held, intervals }: { held: number; intervals: number }) => percent(held / intervals);
for (const dealSpread of [0.7, 1, 1.5]) {
  const { conversions, value } = simulateChart(repeats(400), { dealSpread });
  if (dealSpread === 0.7)
    print(
      `400 files, ${conversions.all.intervals} rates: interval holds the true one; of rows in the chart`,
      '',
      `${heldOf(conversions.all)}; ${heldOf(conversions.charted)}`,
    );
  print(
    `${value.all.intervals} values per lead, deals of sd ${dealSpread}: the same`,
    '',
    `${heldOf(value.all)}; ${heldOf(value.charted)}`,
  );
  print(
    `${value.few.intervals} of 30 to 99 converted leads: lift; value per lead`,
    dealSpread === 1.5 ? '≥ 88%' : '≥ 92%',
    `${heldOf(value.fewLifts)}; ${heldOf(value.few)}`,
  );
}
for (const leads of [3000, 10_000]) {
  const { planned, everyLead, rulesByConversions } = simulateCustomers(repeats(100), {
    leads,
    dealsDiffer: true,
  });
  const name = `100 files of ${leads} leads, only customers count`;
  print(
    `${name}: carried over brought, raised; cut`,
    '',
    `${planned.raised.toFixed(2)}; ${planned.cut.toFixed(2)}`,
  );
  print(
    `${name}: the same by rules for every lead`,
    '',
    `${everyLead.raised.toFixed(2)}; ${everyLead.cut.toFixed(2)}`,
  );
  print(`${name}: any rule by conversions`, '0%', percent(rulesByConversions));
  const alike = simulateCustomers(repeats(100), { leads, dealsDiffer: false });
  print(`${name}, deals alike: rules a file`, '', alike.plannedRules.toFixed(2));
}
for (const [spread, medianDays, months, leads, files] of [
  [0.6, 21, 3, 3000, 200],
  [0.6, 21, 6, 300, 200],
  [0.6, 21, 6, 3000, 200],
  [0.6, 60, 12, 3000, 200],
  [0.6, 120, 24, 3000, 200],
  [0.6, 60, 24, 20_000, 200],
  [0.8, 21, 6, 3000, 200],
  [0.8, 60, 24, 3000, 200],
] as const) {
  const world = { leads, months, medianDays, spread };
  const name = `${files} files of ${leads} leads, ${months} months, sales after ${medianDays} days, sd ${spread}`;
  for (const isDated of [true, false]) {
    const { known, ratio, held } = simulateChances(repeats(files), world, isDated);
    const dates = isDated ? 'dates of stages' : 'dates of leads';
    print(`${name}, ${dates}: the chance is known`, '', percent(known));
    print(
      'the same: over the true one; interval holds it',
      '97 to 103%; ≥ 92%',
      `${percent(ratio)}; ${percent(held)}`,
    );
  }
}
for (const [sigma, demand] of [
  [0.7, '≥ 92%'],
  [1.5, '≥ 88%'],
] as const)
  for (const conversions of [
    [20, 30],
    [30, 100],
    [100, 200],
  ] as const) {
    const name = `2,000 segments of ${conversions[0]} to ${conversions[1] - 1} conversions, deals of sd ${sigma}`;
    const held = simulateValueIntervals(repeats(2000), { sigma, conversions });
    print(`${name}: interval of the value lift holds the true one`, demand, percent(held));
  }
for (const wins of [10, 30, 100])
  print(
    `2,000 values of ${wins} wins, deals of sd 1: interval holds the true one`,
    '≥ 92%',
    percent(simulateValues(repeats(2000), wins).held),
  );
for (const [spread, medianDays, months] of [
  [0.6, 21, 6],
  [0.6, 21, 12],
  [0.6, 60, 24],
  [0.8, 21, 12],
  [0.8, 60, 24],
] as const) {
  const world = { leads: 3000, months, medianDays, spread };
  const name = `300 files of 3,000 leads, ${months} months, sales after ${medianDays} days, sd ${spread}: open leads may count`;
  print(name, '≥ 80%', percent(simulateOpenLeads(repeats(300), world, false).offered));
  print(
    'the same where chances had halved',
    '≤ 7%',
    percent(simulateOpenLeads(repeats(300), world, true).offered),
  );
}
