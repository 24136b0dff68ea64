import type { Digest } from './digest.ts';

/**
 * Writes of value rule sets: Meta's page 'Value Rules' of 2026-09-12, facebook-nodejs-business-sdk@ebd272a (26.0.0) and
 * facebook-python-business-sdk@94914f9, read on 2026-11-27.
 */
export const META: Digest = {
  source: "Meta's page 'Value Rules' of 2026-09-12; facebook-nodejs-business-sdk@ebd272a (26.0.0)",
  calls: {
    'POST {account}/value_rule_set': 'Set',
    'POST {id}': 'Set',
    'POST {id}/delete_rule_set': 'Deletion',
  },
  messages: {
    Set: {
      account: { type: 'string' },
      id: { type: 'string' },
      name: { type: 'string', isRequired: true },
      rules: { type: 'Rule', isRepeated: true, isRequired: true },
      product_type: { type: 'ProductType' },
    },
    Deletion: { id: { type: 'string', isRequired: true } },
    Rule: {
      id: { type: 'string' },
      name: { type: 'string', isRequired: true },
      adjust_sign: { type: 'Sign', isRequired: true },
      adjust_value: { type: 'int32', isRequired: true },
      criterias: { type: 'Criterion', isRepeated: true, isRequired: true },
      status: { type: 'Status' },
    },
    Criterion: {
      id: { type: 'string' },
      criteria_type: { type: 'CriterionType', isRequired: true },
      operator: { type: 'Operator', isRequired: true },
      criteria_values: { type: 'string', isRepeated: true, isRequired: true },
      criteria_value_types: { type: 'ValueType', isRepeated: true, isRequired: true },
    },
  },
  enums: {
    ProductType: ['AUDIENCE', 'LEADGEN_ADS', 'OMNI_CHANNEL'],
    Sign: ['INCREASE', 'DECREASE'],
    Status: ['ACTIVE', 'DELETED'],
    Operator: ['CONTAINS'],
    CriterionType: [
      'AGE',
      'GENDER',
      'OS_TYPE',
      'DEVICE_PLATFORM',
      'LOCATION',
      'PLACEMENT',
      'OMNI_CHANNEL',
      'AUDIENCE_LABEL',
    ],
    ValueType: [
      'NONE',
      'LOCATION_COUNTRY',
      'LOCATION_REGION',
      'LOCATION_CITY',
      'LOCATION_DMA',
      'LOCATION_COMSCORE_MARKET',
    ],
  },
};

export const META_LIMITS = { rules: 10, criteria: 4, INCREASE: [1, 1000], DECREASE: [1, 90] } as const;

/** The values of the types that have a list. Ages may be other ranges, too; a set with one is read-only in Ads Manager. */
export const META_VALUES: Readonly<Record<string, readonly string[]>> = {
  GENDER: ['MALE', 'FEMALE'],
  OS_TYPE: ['ANDROID', 'IOS'],
  DEVICE_PLATFORM: ['MOBILE', 'DESKTOP'],
  PLACEMENT: [
    'FB_FEED',
    'FB_STORIES',
    'FB_REELS',
    'FB_MARKETPLACE',
    'FB_SEARCH',
    'FB_VIDEO',
    'IG_FEED',
    'IG_STORIES',
    'IG_REELS',
    'IG_EXPLORE',
    'AUDIENCE_NETWORK',
  ],
  OMNI_CHANNEL: ['APP', 'INSTANT_FORM', 'PHONE_CALL', 'WEBSITE'],
  AUDIENCE_LABEL: [
    'HIGH_VALUE',
    'LOW_VALUE',
    'OTHER_CUSTOMERS',
    'NEW_USERS',
    'QUALIFIED_LEADS',
    'DISQUALIFIED_LEADS',
    'AT_RISK',
    'DISENGAGED',
    'APP_INSTALLERS',
    'TRIAL_USERS',
    'ENGAGED_USERS',
    'OTHER_1',
    'OTHER_2',
    'OTHER_3',
  ],
};
