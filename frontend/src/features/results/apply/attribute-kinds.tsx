import type { Analysis } from '#frontend/analysis/analyse.ts';
import {
  CONDITION_KINDS,
  CONDITION_NAMES,
  listRoads,
  nameOnPlatform,
  type ConditionKind,
  type Road,
} from '#frontend/analysis/platforms/conditions.ts';
import { LIMITS, PLATFORMS } from '#frontend/analysis/platforms/limits.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Select } from '#frontend/ui/select.tsx';
import { nameKind } from './plan-words.ts';

export interface AttributeKindsProps {
  fields: Analysis['fields'];
  kinds: readonly ConditionKind[];
  guesses: readonly ConditionKind[];
  onChange(field: number, kind: ConditionKind): void;
}

/** What each attribute is to the platforms, and which roads it can take from there. */
export function AttributeKinds({ fields, kinds, guesses, onChange }: AttributeKindsProps) {
  return (
    <section aria-labelledby="attribute-kinds" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="attribute-kinds" className="text-16 font-semibold">
          What Each Attribute Is
        </h2>
        <p className="text-13 text-muted">Guessed from names and values. Correct what is wrong.</p>
      </div>
      <ul className="border-b border-hairline">
        {fields.map(({ name, values }, field) => {
          const kind = kinds[field] ?? 'none';
          return (
            <li
              key={name}
              className="grid gap-x-8 gap-y-3 border-t border-hairline py-4 lg:grid-cols-[17rem_minmax(0,1fr)]"
            >
              <Select
                label={name}
                options={CONDITION_KINDS.map((option) => ({
                  value: option,
                  label: CONDITION_NAMES[option],
                  detail: option === guesses[field] ? 'guessed' : undefined,
                }))}
                value={kind}
                hint={explainUnknown(kind, values)}
                // Only kinds are options.
                onChange={(chosen) => onChange(field, chosen as ConditionKind)}
              />
              <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-3" aria-label={`Roads for ${name}`}>
                {listRoads(kind).map((road) => (
                  <RoadLine key={road.road} road={road} />
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RoadLine({ road: { name, isOpen, reason } }: { road: Road }) {
  return (
    <li className="flex min-w-0 gap-2 text-13">
      <span aria-hidden className={cx('w-3 shrink-0 text-center', isOpen ? 'text-text' : 'text-faint')}>
        {isOpen ? '✓' : '–'}
      </span>
      <span className="min-w-0">
        <span className={cx('block font-medium', !isOpen && 'text-muted')}>
          {name}
          {!isOpen && <span className="sr-only"> is closed</span>}
        </span>
        <span className="text-muted">{reason}</span>
      </span>
    </li>
  );
}

/** Enough values to tell that a platform knows none of them. */
const VALUES_TRIED = 200;

/** Said of a kind of which no platform knows any value: the choice is allowed, but gives no rule. */
function explainUnknown(kind: ConditionKind, values: readonly string[]): string | undefined {
  const taking = PLATFORMS.filter((platform) => LIMITS[platform].conditions.includes(kind));
  if (taking.length === 0) return undefined;
  const isKnown = values
    .slice(0, VALUES_TRIED)
    .some((value) => taking.some((platform) => nameOnPlatform(platform, kind, value) !== null));
  return isKnown ? undefined : `No value of it is the name of a ${nameKind(kind)} that a platform knows.`;
}
