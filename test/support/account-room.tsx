import type { ReactNode } from 'react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { Providers } from '#frontend/app/app.tsx';
import { dismissToast, readToast } from '#frontend/ui/toast-store.ts';
import { Toaster } from '#frontend/ui/toast.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { authExamples } from '#test/contract/auth.ts';
import { answerOf, startFakeServer, type Answer } from './fake-server.ts';

const user = userEvent.setup({ pointerEventsCheck: 0 });

/** Answers to `GET /api/auth/user`. */
export const SIGNED_IN = answerOf(authExamples.user);
export const SIGNED_OUT = answerOf(authExamples.noUser);

/**
 * Draws a part of the application for a test: pages, messages, the address, a user. After each test it removes
 * messages, cached answers and stubbed globals. Called once per file.
 */
export function installAccountRoom() {
  installBrowserApis();
  beforeEach(() => {
    vi.clearAllMocks();
    Object.assign(Element.prototype, { getAnimations: () => [] });
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    const shown = readToast();
    if (shown) dismissToast(shown.id);
    vi.useRealTimers();
  });
  return { user, open, address, expectMessage };
}

interface Opening {
  at: string;
  /** Contents by path; every other page is empty. */
  pages: Record<string, ReactNode>;
  answers?: Record<string, Answer>;
}

/** Opens pages of the application with a fake server. The user is signed in unless `answers` says otherwise. */
function open({ at, pages, answers }: Opening) {
  const server = startFakeServer({ 'GET /api/auth/user': SIGNED_IN, ...answers });
  renderAt(
    at,
    <Routes>
      {Object.entries({ '*': null, ...pages }).map(([path, page]) => (
        <Route key={path} path={path} element={page} />
      ))}
    </Routes>,
  );
  return server;
}

/** Draws a part of the application at an address, with messages and with the current address below. */
function renderAt(address: string, content: ReactNode) {
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Providers>
        <MemoryRouter initialEntries={[address]}>
          {content}
          <Messages />
          <Address />
        </MemoryRouter>
      </Providers>
    </SWRConfig>,
  );
}

/** The current address. */
function address(): string | null {
  return screen.getByTestId('address').textContent;
}

/** Waits for a message: a title and, below it, a text. */
async function expectMessage(title: string, text = ''): Promise<void> {
  await waitFor(() => {
    const shown = screen.getByRole('region', { name: /Notifications/ }).textContent;
    expect(shown).toContain(title);
    expect(shown).toContain(text);
  });
}

function Messages() {
  const navigate = useNavigate();
  return <Toaster onNavigate={(href) => void navigate(href)} />;
}

function Address() {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="address">{pathname + search + hash}</p>;
}
