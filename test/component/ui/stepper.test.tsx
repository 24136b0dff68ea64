import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

function renderStepper(props: {
  label: string;
  initial: number;
  min: number;
  max?: number;
  step: number;
  buttonStep: number;
}) {
  const onChange = vi.fn();
  function Owner() {
    const [value, setValue] = useState(props.initial);
    const change = (next: number) => {
      onChange(next);
      setValue(next);
    };
    return <NumberStepper {...props} value={value} onChange={change} />;
  }
  render(<Owner />);
  // A number input has the role spinbutton and is an input element.
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: props.label });
  return { field, onChange };
}

const CONVERSION_VALUE = { label: 'Conversion Value ($)', initial: 100, min: 0, step: 0.01, buttonStep: 10 };
const THRESHOLD = {
  label: 'Significance Threshold (%)',
  initial: 10,
  min: 1,
  max: 100,
  step: 1,
  buttonStep: 1,
};

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the stepper', () => {
  it('adds and takes away with buttons named after the label without its unit', async () => {
    const { field } = renderStepper(CONVERSION_VALUE);
    await click('Increase Conversion Value');
    expect(field.value).toBe('110');
    await click('Decrease Conversion Value');
    await click('Decrease Conversion Value');
    expect(field.value).toBe('90');
  });

  it('is one stop of Tab, whose page keys do what the buttons do', async () => {
    const { field } = renderStepper(CONVERSION_VALUE);
    await userEvent.tab();
    expect(field).toHaveFocus();
    await userEvent.keyboard('{PageUp}{PageUp}');
    expect(field.value).toBe('120');
    await userEvent.keyboard('{PageDown}');
    expect(field.value).toBe('110');
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  it('never goes below the minimum', async () => {
    const { field } = renderStepper({ ...CONVERSION_VALUE, initial: 5 });
    await click('Decrease Conversion Value');
    expect(field.value).toBe('0');
    await click('Decrease Conversion Value');
    expect(field.value).toBe('0');
  });

  it('never goes above the maximum', async () => {
    const { field } = renderStepper({ ...THRESHOLD, initial: 100 });
    await click('Increase Significance Threshold');
    expect(field.value).toBe('100');
  });

  it('passes on what is typed at once when it is allowed', async () => {
    const { field, onChange } = renderStepper(CONVERSION_VALUE);
    await userEvent.clear(field);
    await userEvent.type(field, '19.99');
    expect(onChange).toHaveBeenLastCalledWith(19.99);
  });

  it('keeps the text while typing and brings it inside the bounds on leaving', async () => {
    const { field, onChange } = renderStepper(THRESHOLD);
    await userEvent.clear(field);
    await userEvent.type(field, '250');
    expect(field.value).toBe('250');
    expect(onChange).not.toHaveBeenCalledWith(250);
    await userEvent.tab();
    expect(field.value).toBe('100');
    expect(onChange).toHaveBeenLastCalledWith(100);
  });

  it('rounds to its step on leaving', async () => {
    const { field } = renderStepper(THRESHOLD);
    await userEvent.clear(field);
    await userEvent.type(field, '12.6');
    await userEvent.tab();
    expect(field.value).toBe('13');
  });

  it('may be empty while typing and then brings the last value back', async () => {
    const { field, onChange } = renderStepper(CONVERSION_VALUE);
    await userEvent.clear(field);
    expect(field.value).toBe('');
    await userEvent.tab();
    expect(field.value).toBe('100');
    expect(onChange).not.toHaveBeenCalled();
  });
});
