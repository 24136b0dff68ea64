import { lazy, Suspense } from 'react';
import type { ChoiceProps } from './choice-option.ts';
import { Select } from './select.tsx';

/** More options than this are searched and drawn as they scroll into view. */
export const LONGEST_PLAIN_LIST = 40;

const Combobox = lazy(() => import('./combobox.tsx').then((module) => ({ default: module.Combobox })));

/** A dropdown that suits the number of its options: a plain one, or a searchable one beyond forty. */
export function Choice(props: ChoiceProps) {
  const count = props.options.reduce((sum, option) => sum + (option.isNone ? 0 : 1), 0);
  if (count <= LONGEST_PLAIN_LIST) return <Select {...props} />;
  return (
    // While the searchable one is fetched its place is held by a control of the same size and name.
    <Suspense fallback={<Select {...props} options={[]} disabled />}>
      <Combobox {...props} />
    </Suspense>
  );
}
