import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { CONDITION_KINDS, CONDITION_NAMES, type ConditionKind } from '#contract/platforms.ts';
import { listPlatformsTaking } from '#frontend/analysis/platforms/platforms.ts';
import { isValueKnown, takeAsCondition } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { nameKind } from './plan-columns.tsx';
import { WayStep } from './way-page.tsx';

interface AttributeKindsProps {
  fields: Analysis['fields'];
  kinds: readonly ConditionKind[];
  guesses: readonly ConditionKind[];
  onChange(field: number, kind: ConditionKind): void;
}

/** The kind of condition of each attribute, and the platforms that take it. */
export function AttributeKinds({ fields, kinds, guesses, onChange }: AttributeKindsProps) {
  return (
    <WayStep title="What each attribute is" note="Guessed from names and values. Correct what is wrong.">
      <ul className="flex flex-col gap-4">
        {fields.map(({ name, values }, field) => {
          const kind = kinds[field] ?? 'none';
          return (
            <li key={name} className="grid items-end gap-x-8 gap-y-2 sm:grid-cols-[17rem_minmax(0,1fr)]">
              <Dropdown
                label={name}
                options={CONDITION_KINDS.map((option) => ({
                  value: option,
                  label: CONDITION_NAMES[option],
                  detail: option === guesses[field] ? 'guessed' : undefined,
                }))}
                value={kind}
                // The options are the kinds.
                onChange={(chosen) => onChange(field, chosen as ConditionKind)}
              />
              <Condition kind={kind} values={values} />
            </li>
          );
        })}
      </ul>
    </WayStep>
  );
}

function Condition({ kind, values }: { kind: ConditionKind; values: readonly string[] }) {
  const { isOpen, reason } = explainCondition(kind, values);
  return (
    <p className="flex min-w-0 gap-2 pb-2 text-13 text-muted">
      <span aria-hidden className={cx('w-3 shrink-0 text-center', isOpen ? 'text-text' : 'text-faint')}>
        {isOpen ? '✓' : '–'}
      </span>
      <span className="min-w-0">
        {!isOpen && 'Rule condition: not possible. '}
        {reason}
      </span>
    </p>
  );
}

/** Platforms may take the kind, and yet know none of the values. */
function explainCondition(kind: ConditionKind, values: readonly string[]) {
  if (listPlatformsTaking(kind).length === 0 || isValueKnown(kind, values)) return takeAsCondition(kind);
  const article = /^[aeiou]/.test(nameKind(kind)) ? 'an' : 'a';
  return {
    isOpen: false,
    reason: `No value of it is the name of ${article} ${nameKind(kind)} that a platform knows.`,
  };
}
