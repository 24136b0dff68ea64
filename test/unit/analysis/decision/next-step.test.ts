import { describe, expect, test } from 'vitest';
import type { Decision } from '#frontend/analysis/decision/decide.ts';
import { findNextStep, type OpenWays } from '#frontend/analysis/decision/next-step.ts';
import type { PlatformId } from '#contract/platforms.ts';
import type { UploadReach } from '#frontend/analysis/platforms/upload-reach.ts';

const reach = (google: number, others: Partial<UploadReach['taken']> = {}): UploadReach => ({
  leads: 1834,
  taken: { 'google-data-manager': google, microsoft: 0, linkedin: 0, ...others },
  missed: { 'google-data-manager': null, microsoft: null, linkedin: null },
  gaps: [],
});

type Plans = NonNullable<OpenWays['plans']>;
const RULE = {} as NonNullable<Plans['google']>['rules'][number]; // only their number counts
const plan = (rules: number, share: number | null) => ({
  rules: Array.from({ length: rules }, () => RULE),
  share,
});
const plans = (shares: Partial<Record<PlatformId, readonly [rules: number, share: number | null]>>): Plans =>
  Object.fromEntries(Object.entries(shares).map(([id, [rules, share]]) => [id, plan(rules, share)]));

function solid(isOnForms = true): Decision {
  const field = { fieldName: 'Source', count: 2, takers: [], unanswered: [], isOnForms };
  return { pattern: 'solid', raise: null, cut: null, count: 2, turned: null, takers: [field] };
}

describe('clear differences are used by the first way that holds', () => {
  test('an upload that half of the leads pass, before rules that explain all', () => {
    const all = plans({ google: [2, 1] });
    expect(findNextStep(solid(), { reach: reach(1620), plans: all })).toEqual({
      step: 'upload',
      format: 'google-data-manager',
      taken: 1620,
      leads: 1834,
    });
    expect(findNextStep(solid(), { reach: reach(917), plans: all }).step).toBe('upload');
    expect(findNextStep(solid(), { reach: reach(916), plans: all }).step).toBe('rules');
  });

  test('the upload that takes most leads, Google first where others take as many', () => {
    const format = (google: number, others: Partial<UploadReach['taken']>) =>
      findNextStep(solid(), { reach: reach(google, others), plans: null });
    expect(format(1000, { linkedin: 1184 })).toMatchObject({ format: 'linkedin', taken: 1184 });
    expect(format(1184, { microsoft: 1184, linkedin: 1184 })).toMatchObject({
      format: 'google-data-manager',
    });
    expect(format(0, { microsoft: 1834 })).toMatchObject({ format: 'microsoft' });
  });

  test('rules that explain three tenths, on the platform whose rules explain most', () => {
    const step = (shares: Parameters<typeof plans>[0]) =>
      findNextStep(solid(), { reach: reach(0), plans: plans(shares) });
    expect(step({ google: [2, 0.62], meta: [3, 0.5], microsoft: [2, 0.62] })).toEqual({
      step: 'rules',
      platform: 'google',
      rules: 2,
      share: 0.62,
    });
    expect(step({ google: [2, 0.3], meta: [1, 0.31] })).toMatchObject({ platform: 'meta', rules: 1 });
    expect(step({ google: [2, 0.3] }).step).toBe('rules');
    expect(step({ google: [2, 0.2999] }).step).toBe('form');
    expect(step({ google: [0, 1], meta: [1, null] }).step).toBe('form');
    expect(step({}).step).toBe('form');
  });

  test('the form where it may know an attribute, else the column that the file lacks', () => {
    const ways = (gaps: UploadReach['gaps']): OpenWays => ({ reach: { ...reach(0), gaps }, plans: {} });
    expect(findNextStep(solid(true), ways(['identifier']))).toEqual({ step: 'form' });
    expect(findNextStep(solid(false), ways(['identifier', 'time']))).toEqual({
      step: 'add-to-export',
      gap: 'identifier',
    });
    expect(findNextStep(solid(false), ways(['time']))).toEqual({ step: 'add-to-export', gap: 'time' });
    expect(findNextStep(solid(false), ways([]))).toEqual({ step: 'choose-way' });
    // A form does not know yet who becomes a customer.
    expect(findNextStep(solid(true), { ...ways(['time']), isOfCustomers: true })).toEqual({
      step: 'add-to-export',
      gap: 'time',
    });
  });

  test('and no later way is named before the figures for an earlier one are there', () => {
    const ruled = plans({ google: [2, 0.9] });
    expect(findNextStep(solid(), { reach: null, plans: ruled })).toEqual({ step: 'choose-way' });
    expect(findNextStep(solid(), { reach: reach(1620), plans: null }).step).toBe('upload');
    expect(findNextStep(solid(), { reach: reach(100), plans: null })).toEqual({ step: 'choose-way' });
  });

  test('no upload of no leads', () => {
    const none = { ...reach(0), leads: 0 };
    expect(findNextStep(solid(), { reach: none, plans: {} })).toEqual({ step: 'form' });
  });
});

test('other patterns keep their steps, whatever can be done', () => {
  const ways = { reach: reach(1834), plans: plans({ google: [2, 1] }) };
  const step = (decision: Decision) => findNextStep(decision, ways).step;
  expect(step({ pattern: 'nothing', reason: 'none-converted' })).toBe('choose-converted');
  expect(step({ pattern: 'nothing', reason: 'one-value' })).toBe('choose-columns');
  expect(step({ pattern: 'nothing-solid', clearest: null, unfit: [] })).toBe('choose-columns');
});
