import type { ConditionKind } from './conditions.ts';
import { listPlatformsTaking } from './platforms.ts';

/** A way by which a finding can change the bids of a platform. */
export interface WayToApply {
  way: 'rule' | 'upload' | 'form';
  name: string;
  isOpen: boolean;
  /** One line that says why the way is open or not. */
  reason: string;
}

/** The ways to apply findings about an attribute of this kind, each with its reason. */
export function listWaysToApply(kind: ConditionKind): readonly WayToApply[] {
  return [
    ruleCondition(kind),
    {
      way: 'upload',
      name: 'Value per lead, uploaded',
      isOpen: true,
      reason: 'Works for any attribute: the value is uploaded with each lead.',
    },
    { way: 'form', name: 'Look-up at form submit', ...FORM_LOOK_UPS[kind] },
  ];
}

function ruleCondition(kind: ConditionKind): WayToApply {
  const taking = listPlatformsTaking(kind);
  const way = { way: 'rule', name: 'Rule condition' } as const;
  if (taking.length === 0)
    return { ...way, isOpen: false, reason: 'No platform takes such an attribute as a condition.' };
  const names = taking.map(({ shortName }) => shortName);
  const last = names.pop() ?? '';
  const listed = names.length > 0 ? `${names.join(', ')} and ${last} take` : `Only ${last} takes`;
  return { ...way, isOpen: true, reason: `${listed} it as a condition.` };
}

const FORM_LOOK_UPS: Readonly<Record<ConditionKind, Pick<WayToApply, 'isOpen' | 'reason'>>> = {
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
