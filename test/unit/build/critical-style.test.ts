import { expect, test } from 'vitest';
import { criticalStyle } from '../../../frontend/build/documents.ts';

const HTML = '<p class="a sm:b [&amp;>svg]:c">text</p>';

test.each([
  ['a rule of a class that the document has', '.a{color:red}', true],
  ['a rule of another class', '.b{color:red}', false],
  ['a rule without a class', 'p,:root{color:red}', true],
  ['a class with escaped signs', '.sm\\:b{color:red}', true],
  ['a class with a bracket and a comma', '.\\[\\&\\>svg\\]\\:c{color:red}', true],
  ['one of several selectors', '.b,.a:hover{color:red}', true],
  ['a pseudo-class with a list inside', '.b:is(.a,.c){color:red}', false],
  ['another class that must be absent', 'p:not(.b){color:red}', true],
  ['an attribute that a script sets', ':root[data-theme=dark]{color:red}', true],
  ['braces in a string', '.a{content:"}"}', true],
  ['a statement', '@layer one,two;', true],
  ['a font', '@font-face{font-family:x}', true],
])('%s', (_, css, isKept) => {
  expect(criticalStyle(css, HTML)).toBe(isKept ? css : '');
});

test('layers and conditions with rules left keep their order; empty ones go', () => {
  const css = '@layer u{.a{x:1}.b{x:2}@media print{.a{x:3}.d{x:4}}}@media screen{.d{x:5}}.a{x:6}';
  expect(criticalStyle(css, HTML)).toBe('@layer u{.a{x:1}@media print{.a{x:3}}}.a{x:6}');
});

test('rules inside a rule stay or go one by one', () => {
  const css = '.a{&:hover{color:red}.b{color:#00f}}.b{&:hover{color:red}}';
  expect(criticalStyle(css, HTML)).toBe('.a{&:hover{color:red}}');
});

test('the syntax of Tailwind 4 stays', () => {
  const css =
    '@layer theme,base;@property --x{syntax:"*";inherits:false}@supports (color:color-mix(in lab, red, red)){.a{color:oklch(50% .1 200)}}';
  expect(criticalStyle(css, HTML)).toBe(css);
});
