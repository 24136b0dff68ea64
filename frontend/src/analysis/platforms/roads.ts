import type { ConditionKind } from './conditions.ts';
import { listPlatformsTaking } from './platforms.ts';

/** A way from a finding to what a platform bids. */
export interface Road {
  road: 'rule' | 'upload' | 'form';
  name: string;
  isOpen: boolean;
  /** One line. */
  reason: string;
}

/** The roads that an attribute of this kind can take, each with its reason. */
export function listRoads(kind: ConditionKind): readonly Road[] {
  return [
    ruleRoad(kind),
    {
      road: 'upload',
      name: 'Value per lead, uploaded',
      isOpen: true,
      reason: 'Works for any attribute: the value is uploaded with each lead.',
    },
    { road: 'form', name: 'Look-up at form submit', ...FORM_ROADS[kind] },
  ];
}

function ruleRoad(kind: ConditionKind): Road {
  const taking = listPlatformsTaking(kind);
  const road = { road: 'rule', name: 'Rule condition' } as const;
  if (taking.length === 0)
    return { ...road, isOpen: false, reason: 'No platform takes such an attribute as a condition.' };
  const names = taking.map(({ shortName }) => shortName);
  const last = names.pop() ?? '';
  const listed = names.length > 0 ? `${names.join(', ')} and ${last} take` : `Only ${last} takes`;
  return { ...road, isOpen: true, reason: `${listed} it as a condition.` };
}

const FORM_ROADS: Readonly<Record<ConditionKind, Pick<Road, 'isOpen' | 'reason'>>> = {
  location: { isOpen: true, reason: 'If the form asks for it.' },
  device: { isOpen: true, reason: 'The page knows the device.' },
  audience: { isOpen: false, reason: 'The form cannot see the lists of the ad platform.' },
  age: { isOpen: true, reason: 'If the form asks for it.' },
  gender: { isOpen: true, reason: 'If the form asks for it.' },
  'operating-system': { isOpen: true, reason: 'The page knows the operating system.' },
  placement: { isOpen: true, reason: 'If the address of the ad carries it to the page.' },
  'conversion-location': { isOpen: true, reason: 'Each place of conversion has a form of its own.' },
  none: { isOpen: true, reason: 'If the form asks for it, or a hidden field holds it.' },
};
