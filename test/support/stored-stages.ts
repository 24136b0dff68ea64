import type { StoredStageFigures } from '#contract/stages.ts';

const share = (wins: number, leads: number) => ({
  leads,
  wins,
  share: wins / leads,
  interval: { low: 0.1234, high: 0.2878 },
});

/** The figures of three stages as an analysis keeps them: 163 leads, 83 of which had a demo and 21 were won. */
export const STORED_STAGES: StoredStageFigures = {
  kind: 'columns',
  names: ['Lead', 'Demo date', 'Customer'],
  stages: [
    {
      reached: 163,
      open: 12,
      chance: {
        kind: 'known',
        ...share(21, 119),
        days: 33,
        since: 'lead',
        period: { first: 20_000, last: 20_100 },
      },
      step: { goesOn: share(60, 119), medianDays: 4.5 },
      value: {
        amount: 310.4,
        isAtLeast: false,
        interval: { low: 201.5, high: 467.2 },
        won: { deals: 21, mean: 1759.3, isOfAllWins: true, isTyped: false },
      },
      volume: { leads: 44, by: 'lead' },
    },
    {
      reached: 83,
      open: 7,
      chance: { kind: 'at-least', days: 30, share: 0.2531, since: 'stage' },
      step: { goesOn: share(21, 60), medianDays: null },
      value: null,
      volume: { leads: 16, by: 'stage' },
    },
    {
      reached: 21,
      open: 0,
      chance: { kind: 'unknown' },
      step: null,
      value: null,
      volume: null,
    },
  ],
  segments: [
    {
      stage: 0,
      field: 'Source',
      value: 'LinkedIn',
      leads: 40,
      wins: 15,
      ratio: 5.25,
      lift: 2.1,
      interval: { low: 1.3, high: 3.2 },
      q: 0.001,
      label: 'Use',
      reaching: null,
      isMissedEarlier: false,
    },
  ],
  conversion: { stage: 0 },
};
