import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
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
  expect(screen.getByText('Hello Ada')).toBeTruthy();
});

test('other code is fetched, and the fallback shows until then', async () => {
  show(lazyWithPreload(async () => Greeting));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
});

test('after a failed preload, rendering fetches the code again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'));
  const late = lazyWithPreload(load);
  late.preload();
  await Promise.resolve();
  show(late);
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
