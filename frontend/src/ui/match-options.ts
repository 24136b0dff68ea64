import type { ChoiceOption } from './choice-option.ts';

/** The options whose label contains the words typed, those that begin with them first. */
export function matchOptions(options: readonly ChoiceOption[], search: string): readonly ChoiceOption[] {
  const wanted = fold(search.trim());
  if (!wanted) return options;
  const beginning: ChoiceOption[] = [];
  const containing: ChoiceOption[] = [];
  for (const option of options) {
    const at = fold(option.label).indexOf(wanted);
    if (at === 0) beginning.push(option);
    else if (at > 0) containing.push(option);
  }
  return [...beginning, ...containing];
}

/** Case and accents do not matter to somebody who searches. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
