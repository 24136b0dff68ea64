import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';

export const PART_MISSING =
  'This part of the page could not be fetched. Connect once and try again; your file is not affected.';

/** What browsers say where a module cannot be fetched: Chromium and Firefox in the first way, Safari in the second. */
const FETCH_FAILURE = /import.+module/i;

interface ErrorBoundaryProps {
  /** Says which work is safe despite the failure. */
  note?: ReactNode;
  /** Stands in for a part that the page can do without. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Shows a message in place of a part of the page that failed. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: string | null }> {
  override state: { failure: string | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: String(error) };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    const { note, fallback, children } = this.props;
    const { failure } = this.state;
    if (failure === null) return children;
    if (fallback) return fallback;
    return (
      <div role="alert" className="mx-auto flex w-full max-w-step flex-col items-start gap-4 px-4 py-18">
        <h1 className="text-28 tracking-[-0.02em]">Something went wrong</h1>
        <div className="text-16 text-muted">
          <p>{FETCH_FAILURE.test(failure) ? PART_MISSING : 'This page ran into an unexpected error.'}</p>
          {note && <p>{note}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          <a
            href="/"
            className="inline-flex min-h-control items-center px-3 text-14 text-accent underline-offset-4 hover:underline"
          >
            Back to Home
          </a>
        </div>
      </div>
    );
  }
}
