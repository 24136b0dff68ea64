import { lazy, Suspense } from 'react';
import type { ChoiceProps } from './option-text.tsx';
import { Select } from './select.tsx';

/** A list of more options has a search field and draws only the options in view. */
export const LONGEST_PLAIN_LIST = 40;

const Combobox = lazy(() => import('./combobox.tsx').then((module) => ({ default: module.Combobox })));

/** A dropdown: a plain one, or a searchable one for more than forty options. */
export function Choice(props: ChoiceProps) {
  const count = props.options.reduce((sum, option) => sum + (option.isNone ? 0 : 1), 0);
  if (count <= LONGEST_PLAIN_LIST) return <Select {...props} />;
  return (
    // While the searchable dropdown is fetched, a control of the same size and name takes its place.
    <Suspense fallback={<Select {...props} options={[]} disabled />}>
      <Combobox {...props} />
    </Suspense>
  );
}
