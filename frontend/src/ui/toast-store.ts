import type { ReactNode } from 'react';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';

export const TOAST_DURATION_MS = 5000;
/** A dismissed toast stays in the document, closed, for this time. */
const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  tone?: 'regular' | 'destructive';
  /** A link in the toast, or a button. */
  action?: { label: string; href: string } | { label: string; onSelect(): void };
  duration?: number;
}

export interface ShownToast extends ToastMessage {
  id: number;
  isOpen: boolean;
}

let current: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a message instead of the one before. Returns its id. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  show({ ...message, id: lastId, isOpen: true });
  return lastId;
}

/** Says that something has failed. */
export function toastFailure(title: string, description: string, action?: ToastMessage['action']): void {
  toast({ title, description, tone: 'destructive', action });
}

/** Says that the code of a part of the page could not be fetched. */
export const toastPartMissing = (title: string): void => toastFailure(title, PART_MISSING);

/** Closes the toast if it is still shown. It is removed later. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  show({ ...current, isOpen: false });
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY_MS);
}

export function readToast(): ShownToast | null {
  return current;
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: ShownToast | null): void {
  clearTimeout(removal);
  current = next;
  for (const listener of listeners) listener();
}
