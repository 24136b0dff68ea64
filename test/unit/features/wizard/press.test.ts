import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onRelease } from '#frontend/features/wizard/hold-while-pressed.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const happen = (type: string) => window.dispatchEvent(new Event(type));

test.each(['click', 'pointercancel', 'blur'])('a press ends with a %s at once, and ends once', (type) => {
  const end = vi.fn();
  onRelease(end);
  happen('pointermove');
  expect(end).not.toHaveBeenCalled();
  happen(type);
  expect(end).toHaveBeenCalledOnce();
  for (const other of ['click', 'pointercancel', 'blur', 'pointerup']) happen(other);
  vi.runAllTimers();
  expect(end).toHaveBeenCalledOnce();
});

test('after a release the click may still come; without one the press ends then', () => {
  const end = vi.fn();
  onRelease(end);
  happen('pointerup');
  vi.advanceTimersByTime(299);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  happen('click');
  expect(end).toHaveBeenCalledOnce();
});

test('a click after the release ends the press, and its time is over', () => {
  const end = vi.fn();
  onRelease(end);
  happen('pointerup');
  vi.advanceTimersByTime(100);
  happen('click');
  vi.runAllTimers();
  expect(end).toHaveBeenCalledOnce();
});
