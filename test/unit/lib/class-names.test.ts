import { expect, it } from 'vitest';
import { cx } from '#frontend/lib/class-names.ts';

it('joins class names and leaves out what is not there', () => {
  expect(cx('a', false, null, undefined, '', 'b c')).toBe('a b c');
});
