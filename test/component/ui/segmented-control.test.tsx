import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

test('a hidden label names the group and is not a text beside it, which would be read twice', () => {
  render(<SegmentedControl label="Answer" options={options} value="yes" onChange={() => {}} />);
  expect(screen.getByRole('group', { name: 'Answer' })).toBeInTheDocument();
  expect(screen.queryByText('Answer')).toBeNull();
});

test('a shown label names the group', () => {
  render(
    <SegmentedControl
      label="Answer"
      isLabelHidden={false}
      options={options}
      value="yes"
      onChange={() => {}}
    />,
  );
  expect(screen.getByRole('group', { name: 'Answer' })).toBeInTheDocument();
  expect(screen.getByText('Answer')).toBeInTheDocument();
});
