import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface ErrorBoundaryProps {
  /** Says which work is safe despite the failure. */
  note?: ReactNode;
  children: ReactNode;
}

/** Shows a message in place of a part of the page that failed. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    const { note, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <div role="alert" className="mx-auto flex w-full max-w-step flex-col items-start gap-4 px-4 py-18">
        <h1 className="text-28 tracking-[-0.02em]">Something went wrong</h1>
        <div className="text-16 text-muted">
          <p>This page ran into an unexpected error.</p>
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
