import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useUnpressed } from '#frontend/features/wizard/hold-while-pressed.ts';

// A press ends with its click, and is noticed while a component shows a value.
afterEach(() => {
  fireEvent.click(document.body);
  cleanup();
});

const show = (value: string) =>
  renderHook(({ value: shown }) => useUnpressed(shown, 'none'), { initialProps: { value } });

test('a value that changes during a press is shown after the click', () => {
  const { result, rerender } = show('before');
  rerender({ value: 'changed' });
  expect(result.current).toBe('changed');
  fireEvent.pointerDown(document.body, { button: 0 });
  rerender({ value: 'during' });
  expect(result.current).toBe('changed');
  const late = show('new');
  expect(late.result.current).toBe('none');
  act(() => void fireEvent.click(document.body));
  expect([result.current, late.result.current]).toEqual(['during', 'new']);
});

test('a press of another button delays nothing, since its release may never come', () => {
  const { result, rerender } = show('before');
  fireEvent.pointerDown(document.body, { button: 2 });
  rerender({ value: 'after' });
  expect(result.current).toBe('after');
});

test('a second press before the first one ends is the same press', () => {
  const { result, rerender } = show('before');
  fireEvent.pointerDown(document.body, { button: 0 });
  fireEvent.pointerDown(document.body, { button: 0 });
  rerender({ value: 'during' });
  act(() => void fireEvent.click(document.body));
  expect(result.current).toBe('during');
  rerender({ value: 'after' });
  expect(result.current).toBe('after');
});

test('without a component that shows a value no press is noticed, and the others go on', () => {
  const [first, second] = [show('a'), show('b')];
  first.unmount();
  fireEvent.pointerDown(document.body, { button: 0 });
  second.rerender({ value: 'c' });
  expect(second.result.current).toBe('b');
  act(() => void fireEvent.click(document.body));
  second.unmount();
  fireEvent.pointerDown(document.body, { button: 0 });
  expect(show('d').result.current).toBe('d');
});
