import { describe, expect, it } from 'vitest';
import { matchOptions } from '#frontend/ui/dropdown-option.tsx';

const options = ['Über uns', 'Referral', 'Paid referral', 'Direct'].map((label) => ({ value: label, label }));
const labels = (search: string) => matchOptions(options, search).map(({ label }) => label);

describe('matching options', () => {
  it('puts those that begin with the words before those that contain them', () => {
    expect(labels('re')).toEqual(['Referral', 'Paid referral', 'Direct']);
  });

  it('does not mind case, accents or space around', () => {
    expect(labels(' UBER ')).toEqual(['Über uns']);
  });

  it('keeps all in order while nothing is typed', () => {
    expect(labels('  ')).toEqual(['Über uns', 'Referral', 'Paid referral', 'Direct']);
  });
});
