import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lateComponent } from '#frontend/ui/late-component.tsx';

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

function show(late: ReturnType<typeof lateComponent<{ name: string }>>) {
  return render(
    <Suspense fallback="Loading">
      <late.Component name="Ada" />
    </Suspense>,
  );
}

test('code that has come ahead renders at once', async () => {
  const late = lateComponent(async () => Greeting);
  late.fetchAhead();
  await Promise.resolve();
  show(late);
  expect(screen.getByText('Hello Ada')).toBeTruthy();
});

test('code that has not come is fetched, and the fallback shows until then', async () => {
  show(lateComponent(async () => Greeting));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
});

test('fetching ahead in vain is no failure: rendering fetches again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'));
  const late = lateComponent(load);
  late.fetchAhead();
  await Promise.resolve();
  show(late);
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
