import type { ReactNode } from 'react';
import { Link } from '#frontend/ui/link.tsx';
import { GoogleButton } from './google-button.tsx';

export interface AuthFrameProps {
  title: string;
  /** The e-mail and password form. */
  children: ReactNode;
  /** The way to the other of the two pages. */
  other: { question: string; text: string; to: string };
}

/** What sign-in and sign-up share: Google first. */
export function AuthFrame({ title, children, other }: AuthFrameProps) {
  return (
    <AuthColumn
      title={title}
      text="An account keeps your analyses and your default settings. Analyzing a file needs none."
    >
      <GoogleButton />
      <Or />
      {children}
      <p className="text-14 text-muted">
        {other.question}{' '}
        <Link to={other.to} className={LINK_CLASSES}>
          {other.text}
        </Link>
      </p>
    </AuthColumn>
  );
}

/** One narrow column with a heading, and what everybody agrees to who enters here. */
export function AuthColumn({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-1 flex-col gap-6 px-4 py-12 sm:py-18">
      <div className="flex flex-col gap-2">
        <h1 className="text-28 tracking-[-0.02em]">{title}</h1>
        <p className="text-14 text-muted">{text}</p>
      </div>
      {children}
      <p className="border-t border-hairline pt-6 text-13 text-faint">
        By continuing, you agree to our{' '}
        <Link to="/privacy" className={LINK_CLASSES}>
          terms and privacy policy
        </Link>
        .
      </p>
    </div>
  );
}

export function Or() {
  return (
    <div className="flex items-center gap-3 text-13 text-faint">
      <span aria-hidden className="flex-1 border-t border-hairline" />
      Or
      <span aria-hidden className="flex-1 border-t border-hairline" />
    </div>
  );
}

export const LINK_CLASSES =
  'rounded-control font-medium text-text underline decoration-strong underline-offset-4 hover:decoration-current';
