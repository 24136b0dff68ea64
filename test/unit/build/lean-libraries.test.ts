import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { leanDownshift } from '../../../frontend/build/lean-libraries.ts';

const DOWNSHIFT = new URL('../../../node_modules/downshift/dist/downshift.esm.mjs', import.meta.url);
const lean = leanDownshift(readFileSync(DOWNSHIFT, 'utf8'));

it('what the lists use of Downshift stays', () => {
  expect(lean).toContain('useSelect.stateChangeTypes = ');
  expect(lean).toContain('useCombobox.stateChangeTypes = ');
});

it('its other hooks and the types of its properties go, in this version too', () => {
  expect(lean).not.toMatch(/use(MultipleSelection|TagGroup)\.stateChangeTypes =/);
  expect(lean).not.toMatch(/^var \w*ropTypes(\$\d)? = (_extends|\{$)/m);
});
