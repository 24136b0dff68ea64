import { useMemo } from 'react';
import type { Range } from '#frontend/analysis/binning.ts';
import type { Mapping } from '#frontend/analysis/mapping.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { groupNames } from './group-names.ts';
import { listColumnValues } from './listed-values.ts';
import { suggestSpellings } from './spellings.ts';
import { useComparedNames } from './use-compared-names.ts';
import { useSuggest } from './use-suggest.ts';

/**
 * Everything about the values of an attribute that its names are made with. What depends on the values alone is worked
 * out once; a new name costs a look at the names, not at the values.
 */
export function useColumnNames(detail: ColumnDetail, ranges: readonly Range[] | null, mapping: Mapping) {
  const values = useMemo(() => listColumnValues(detail, ranges), [detail, ranges]);
  const mostLeads = useMemo(() => values.reduce((most, { leads }) => Math.max(most, leads), 0), [values]);
  const leadsByValue = useMemo(() => new Map(values.map(({ value, leads }) => [value, leads])), [values]);
  const groups = useMemo(() => groupNames(leadsByValue, mapping), [leadsByValue, mapping]);

  const all = useMemo(() => values.map(({ value }) => value), [values]);
  const { names, keys, sets } = useComparedNames(all);
  const spellings = useMemo(() => suggestSpellings(sets, mapping), [sets, mapping]);
  const suggest = useSuggest({ names, keys, mapping, groups });

  return { values, mostLeads, groups, spellings, suggest };
}
