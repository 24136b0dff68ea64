import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { GOOGLE_SIGN_IN_URL, useUser } from '#frontend/api/user.ts';
import { expectsDraft } from '#frontend/drafts/draft-mark.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { untilReturn, useAction } from '#frontend/ui/use-action.ts';

export interface AuthFrameProps {
  title: string;
  /** The e-mail and password form. */
  children: ReactNode;
  /** The link to the other page. */
  other: { question: string; text: string; to: string };
}

/** The layout of sign-in and sign-up, with Google first. A signed-in visitor is sent to the first page, which restores the draft. */
export function AuthFrame({ title, children, other }: AuthFrameProps) {
  const { user } = useUser();
  const navigate = useNavigate();
  useEffect(() => {
    if (user) void navigate('/', { replace: true });
  }, [user, navigate]);
  return (
    <AuthColumn
      title={title}
      text="An account keeps your analyses and your default settings. You don't need one to analyze a file."
    >
      <WaitingWork />
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

/** Says that the work of this tab is not lost by the sign-in. */
function WaitingWork() {
  const [isWaiting] = useState(expectsDraft);
  return (
    isWaiting && (
      <Notice tone="info">Your analysis is waiting. It opens again once you have signed in.</Notice>
    )
  );
}

interface ColumnProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** One narrow column with a heading. */
export function NarrowColumn({ title, text, children }: ColumnProps) {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-1 flex-col gap-6 px-4 py-12 sm:py-18">
      <div className="flex flex-col gap-2">
        <h1 className="text-28 tracking-[-0.02em]">{title}</h1>
        <p className="text-14 text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}

/** The same with a link to the privacy policy. */
export function AuthColumn({ children, ...heading }: ColumnProps) {
  return (
    <NarrowColumn {...heading}>
      {children}
      <p className="border-t border-hairline pt-6 text-13 text-faint">
        By continuing, you agree to our{' '}
        <Link to="/privacy" className={LINK_CLASSES}>
          terms and privacy policy
        </Link>
        .
      </p>
    </NarrowColumn>
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

/** A button that leads to Google. It is disabled until the page is left, and enabled again when the visitor comes back. */
export function GoogleButton() {
  const { isBusy, run } = useAction(async () => {
    leaveDocument(GOOGLE_SIGN_IN_URL);
    await untilReturn();
  });
  return (
    <Button icon={<GoogleMark />} disabled={isBusy} onClick={() => void run()} className="w-full">
      Continue with Google
    </Button>
  );
}

/** Google's logo in the prescribed colours. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24">
      <path
        fill="#4285F4"
        d="M23.5 12.3c0-.9-.1-1.5-.2-2.2H12v4.2h6.6c-.1 1-.9 2.6-2.5 3.7l3.6 2.8c2.300-2 3.8-5 3.800-8.500z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.200 0 6-1.100 8-2.900l-3.800-3c-1 .7-2.400 1.200-4.200 1.200-3.100 0-5.800-2.100-6.700-5l-3.900 3C3.300 21.300 7.300 24 12 24z"
      />
      <path
        fill="#FBBC05"
        d="M5.300 14.300c-.3-.7-.4-1.500-.4-2.300s.1-1.600.4-2.300l-4-3.100C.5 8.300 0 10.100 0 12s.5 3.700 1.300 5.400l4-3.100z"
      />
      <path
        fill="#EA4335"
        d="M12 4.700c2.200 0 3.700 1 4.600 1.800L20 3.200C17.900 1.200 15.200 0 12 0 7.300 0 3.300 2.700 1.300 6.600l4 3.100c.9-2.900 3.600-5 6.700-5z"
      />
    </svg>
  );
}

interface EmailFieldProps {
  name: string;
  /** An address that the visitor cannot change. */
  given?: string;
  error?: string;
  onChange(): void;
}

/** A field of type text. With type email, browsers rewrite addresses with letters beyond ASCII in different ways. */
export function EmailField({ given, ...props }: EmailFieldProps) {
  return (
    <TextField
      {...props}
      {...(given !== undefined && { value: given, readOnly: true })}
      inputClassName="read-only:bg-transparent read-only:text-muted"
      label="Email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
