import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import type { NameGroup, NameGroups } from './group-names.ts';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { focusSummary } from './values-layout.tsx';

const MAX_SHOWN = 6;

interface GroupsSummaryProps {
  groups: NameGroups;
  /** Distinct values of the column. */
  total: number;
  onReset(): void;
}

/** The number of segments, and the names that values were given. */
export function GroupsSummary({ groups: { count, named }, total, onReset }: GroupsSummaryProps) {
  const unseen = named.length - MAX_SHOWN;
  return (
    <div className="flex flex-col gap-3">
      <output className="block text-14 text-muted tabular-nums">
        <strong className="block text-28 font-semibold tracking-tight text-text">{formatCount(count)}</strong>
        {count === total
          ? `${total === 1 ? 'value' : 'values'}, none grouped`
          : `${count === 1 ? 'group' : 'groups'} from ${countNoun(total, 'value')}`}
      </output>
      {count === 1 && total > 1 && (
        <p className="text-13 text-caution">One group is left, so there is nothing to compare.</p>
      )}
      {named.length > 0 && (
        <>
          <ul className="flex flex-col gap-1 text-13 text-muted">
            {named.slice(0, MAX_SHOWN).map((group) => (
              <li key={group.name} className="wrap-break-word">
                {describeGroup(group)}
              </li>
            ))}
            {unseen > 0 && <li>and {countNoun(unseen, 'more name')}</li>}
          </ul>
          <Button
            size="small"
            variant="ghost"
            className="-ml-2.5 self-start"
            onClick={(event) => {
              focusSummary(event.currentTarget);
              onReset();
            }}
          >
            Reset all names
          </Button>
        </>
      )}
    </div>
  );
}

function describeGroup({ name, values }: NameGroup): string {
  const becomes = `${countNoun(values, 'value')} ${values === 1 ? 'becomes' : 'become'}`;
  return `${becomes} “${shortText(name, NAME_LENGTH)}”`;
}
