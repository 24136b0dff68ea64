import { countNoun } from '#frontend/lib/format.ts';
import { useState } from 'react';
import { OTHER_LABEL, RARE_VALUE_LEADS } from '#frontend/analysis/constants.ts';
import type { ListedValue, Mapping } from '#frontend/analysis/mapping.ts';
import { findRareValues, mergeRareValues, restoreRareValues } from '#frontend/analysis/group-values.ts';
import { Button } from '#frontend/ui/button.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';

interface RareValuesHintProps {
  values: readonly ListedValue[];
  mapping: Mapping;
  onReplace(mapping: Mapping): void;
}

/** The values of the last merge, with the names before it. */
interface Merge {
  values: readonly string[];
  before: Mapping;
}

/** Offers to merge values of few leads into one segment, and to undo it. */
export function RareValuesHint({ values, mapping, onReplace }: RareValuesHintProps) {
  const [least, setLeast] = useState(RARE_VALUE_LEADS);
  const [merge, setMerge] = useState<Merge | null>(null);
  const rare = findRareValues(values, mapping, least);
  const isMerged = merge !== null && merge.values.some((value) => mapping.get(value) === OTHER_LABEL);
  if (!rare && !isMerged && least === RARE_VALUE_LEADS) return null;

  const apply = () => {
    if (!rare) return;
    setMerge({ values: rare.values, before: mapping });
    onReplace(mergeRareValues(rare, mapping));
  };
  const undo = () => {
    if (merge) onReplace(restoreRareValues(merge.values, merge.before, mapping));
    setMerge(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
      <p className="w-full">
        {rare
          ? `${countNoun(rare.segments, 'value has', 'values have')} fewer than ${countNoun(least, 'lead')}: ${countNoun(rare.leads, 'lead')} in all.`
          : isMerged
            ? `${countNoun(merge.values.length, 'rare value')} merged into “${OTHER_LABEL}”.`
            : `No two values have fewer than ${countNoun(least, 'lead')}.`}
      </p>
      <NumberStepper
        label="Fewest leads of a value"
        isLabelHidden
        value={least}
        min={2}
        max={10_000}
        step={1}
        buttonStep={10}
        onChange={setLeast}
      />
      {rare && (
        <Button size="small" onClick={apply}>
          Merge into “{OTHER_LABEL}”
        </Button>
      )}
      {isMerged && (
        <Button size="small" variant="ghost" onClick={undo}>
          Undo merge
        </Button>
      )}
    </div>
  );
}
