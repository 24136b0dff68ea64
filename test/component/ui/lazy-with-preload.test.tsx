import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';

afterEach(cleanup);

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

function show(late: ReturnType<typeof lazyWithPreload<{ name: string }>>) {
  return render(
    <Suspense fallback="Loading">
      <late.Component name="Ada" />
    </Suspense>,
  );
}

test('preloaded code renders at once', async () => {
  const late = lazyWithPreload(async () => Greeting);
  late.preload();
  await Promise.resolve();
  show(late);
  expect(screen.getByText('Hello Ada')).toBeInTheDocument();
});

test('other code is fetched, and the fallback shows until then', async () => {
  show(lazyWithPreload(async () => Greeting));
  expect(screen.getByText('Loading')).toBeInTheDocument();
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
});

test('after a failed preload, rendering fetches the code again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'));
  const late = lazyWithPreload(load);
  late.preload();
  await Promise.resolve();
  show(late);
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

const offline = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('code that cannot be fetched is named in its place, and comes at another try', async () => {
  const load = vi
    .fn(async () => Greeting)
    .mockImplementationOnce(offline)
    .mockImplementationOnce(offline);
  show(lazyWithPreload(load));
  expect((await screen.findByRole('alert')).textContent).toBe(PART_MISSING);
  const button = screen.getByRole('button', { name: 'Try Again' });
  await userEvent.click(button);
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('button', { name: 'Try Again' })).toBe(button);
  await userEvent.click(button);
  expect(screen.getByText('Hello Ada')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('code that could not be fetched is fetched again by the next that shows it', async () => {
  const load = vi.fn(async () => Greeting).mockImplementationOnce(offline);
  const late = lazyWithPreload(load);
  show(late);
  await screen.findByRole('alert');
  cleanup();
  show(late);
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
});

test('something else may stand in the place of code that cannot be fetched', async () => {
  const { container } = show(lazyWithPreload<{ name: string }>(offline, () => <p>Not now</p>));
  expect(await screen.findByText('Not now')).toBeInTheDocument();
  expect(container.textContent).toBe('Not now');
});
