import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, readToast, toast } from '#frontend/ui/toast-store.ts';
import { Toaster } from '#frontend/ui/toast.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

function show(message: Parameters<typeof toast>[0]): number {
  let id = 0;
  act(() => {
    id = toast(message);
  });
  return id;
}
const area = () => screen.getByRole('region', { name: 'Notifications' });

describe('a toast', () => {
  afterEach(() => vi.useRealTimers());

  it('appears in the region named Notifications', () => {
    render(<Toaster />);
    show({ title: 'Analysis Saved', description: 'Your analysis has been saved successfully.' });
    expect(within(area()).getByText('Analysis Saved')).toBeInTheDocument();
    expect(within(area()).getByText('Your analysis has been saved successfully.')).toBeInTheDocument();
  });

  it('gives its place to the next one', () => {
    render(<Toaster />);
    show({ title: 'First' });
    show({ title: 'Second' });
    expect(within(area()).queryByText('First')).toBeNull();
    expect(within(area()).getByText('Second')).toBeInTheDocument();
  });

  it('may have a button, which acts once and closes it', async () => {
    const undo = vi.fn<() => void>();
    render(<Toaster />);
    show({ title: 'Range deleted', action: { label: 'Undo', onSelect: undo } });
    await userEvent.click(within(area()).getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(readToast()?.isOpen).toBe(false);
  });

  it('goes by itself after 5 seconds, not before', () => {
    vi.useFakeTimers();
    render(<Toaster />);
    show({ title: 'Export Complete' });
    act(() => vi.advanceTimersByTime(4999));
    expect(readToast()?.isOpen).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(readToast()?.isOpen).toBe(false);
  });

  it('is forgotten 1,000,000 ms after it was dismissed', () => {
    vi.useFakeTimers();
    const id = show({ title: 'Old news' });
    act(() => dismissToast(id));
    act(() => vi.advanceTimersByTime(999_999));
    expect(readToast()).toMatchObject({ id, isOpen: false });
    act(() => vi.advanceTimersByTime(1));
    expect(readToast()).toBeNull();
  });

  it('outlives the dismissal of the one before it', () => {
    const first = show({ title: 'First' });
    const second = show({ title: 'Second' });
    dismissToast(first);
    expect(readToast()).toMatchObject({ id: second, isOpen: true });
  });

  it('gets the focus with F8', () => {
    render(<Toaster />);
    show({ title: 'Here' });
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(area().contains(document.activeElement)).toBe(true);
  });

  it('goes with a swipe to the right of more than 50 pixels, not with a shorter one', async () => {
    render(<Toaster />);
    show({ title: 'Swipe me' });
    swipe(50);
    expect(readToast()?.isOpen).toBe(true);
    swipe(51);
    await waitFor(() => expect(readToast()?.isOpen).toBe(false));
  });

  it('can carry a link, which is followed in place and closes it', async () => {
    const onNavigate = vi.fn();
    render(<Toaster onNavigate={onNavigate} />);
    show({
      title: 'Account not found',
      tone: 'destructive',
      action: { label: 'Create account', href: '/auth/signup' },
    });
    await userEvent.click(screen.getByRole('link', { name: 'Create account' }));
    expect(onNavigate).toHaveBeenCalledExactlyOnceWith('/auth/signup');
    expect(readToast()?.isOpen).toBe(false);
  });
});

function swipe(pixels: number): void {
  const item = screen.getByText('Swipe me').closest('li');
  if (!item) throw new Error('The toast is no list item');
  const at = (x: number) => ({ clientX: x, clientY: 0, button: 0, pointerId: 1, pointerType: 'touch' });
  fireEvent.pointerDown(item, at(0));
  for (const x of [10, 20, pixels]) fireEvent.pointerMove(item, at(x));
  fireEvent.pointerUp(item, at(pixels));
}
