import { Combobox } from './combobox.tsx';
import type { ChoiceProps } from './option-text.tsx';
import { Select } from './select.tsx';

/** A list of more options has a search field and draws only the options in view. */
export const LONGEST_PLAIN_LIST = 10;

/** A dropdown: a plain one, or a searchable one for more than ten options. */
export function Choice(props: ChoiceProps) {
  const count = props.options.reduce((sum, option) => sum + (option.isNone ? 0 : 1), 0);
  return count > LONGEST_PLAIN_LIST ? <Combobox {...props} /> : <Select {...props} />;
}
