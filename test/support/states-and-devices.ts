const STATES: readonly [state: string, share: number, factor: number][] = [
  ['CA', 6, 1.7],
  ['TX', 5, 1],
  ['NY', 4, 1],
  ['FL', 3, 0.2],
  ['WA', 2, 1.3],
];
const DEVICES: readonly [device: string, share: number, factor: number][] = [
  ['Mobile', 5, 0.6],
  ['Desktop', 4, 1.5],
  ['Tablet', 1, 1],
];
const SOURCES: readonly [source: string, share: number, factor: number][] = [
  ['Ads', 5, 0.8],
  ['Search', 3, 1],
  ['Referral', 2, 1.8],
];
const BASE_RATE = 0.22;
const LEADS_PER_SHARE = 8;

/**
 * A CSV of 16,000 leads by state, device and lead source, in which all three matter: the first two can be conditions of a rule,
 * the third cannot. Florida converts at a fifth of the average, less than a rule of Google can say.
 */
export function statesAndDevices(): string {
  const lines = ['Status,State,Device,Source'];
  for (const [state, stateShare, stateFactor] of STATES)
    for (const [device, deviceShare, deviceFactor] of DEVICES)
      for (const [source, sourceShare, sourceFactor] of SOURCES) {
        const leads = LEADS_PER_SHARE * stateShare * deviceShare * sourceShare;
        const rate = Math.min(0.95, BASE_RATE * stateFactor * deviceFactor * sourceFactor);
        const won = Math.round(leads * rate);
        for (let lead = 0; lead < leads; lead++)
          lines.push(`${lead < won ? 'Qualified' : 'Lost'},${state},${device},${source}`);
      }
  return `${lines.join('\n')}\n`;
}
