import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog, Dialog } from '#frontend/ui/dialog.tsx';
import { Menu, MenuItem } from '#frontend/ui/menu.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

function renderOpener(renderDialog: (close: () => void) => ReactNode, kind: 'button' | 'menu' = 'button') {
  function Owner() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        {kind === 'button' && <button onClick={() => setOpen(true)}>Open</button>}
        {kind === 'menu' && (
          <Menu trigger={<button>More</button>}>
            <MenuItem onSelect={() => setOpen(true)}>Open</MenuItem>
          </Menu>
        )}
        {isOpen && renderDialog(() => setOpen(false))}
      </>
    );
  }
  render(<Owner />);
}

const dialog = (close: () => void) => <Dialog title="Settings" onClose={close} />;
const confirmation = (close: () => void) => (
  <ConfirmDialog
    open
    title="Delete?"
    description="It is gone then."
    confirmLabel="Delete"
    onClose={close}
    onConfirm={close}
  />
);

async function expectFocus(name: string) {
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
}

describe('an opened dialog gives the focus', () => {
  it('to its first field that can be changed, and not to Close', async () => {
    renderOpener((close) => (
      <Dialog title="Settings" onClose={close}>
        <input hidden />
        <input readOnly aria-label="Address" />
        <input aria-label="Name" />
      </Dialog>
    ));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  });

  it('to itself without a field, and on a touch screen, where a keyboard would cover it', async () => {
    renderOpener(dialog);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
    await userEvent.keyboard('{Escape}');
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
    cleanup();
    renderOpener((close) => (
      <Dialog title="Settings" onClose={close}>
        <input aria-label="Name" />
      </Dialog>
    ));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  });

  it('to a field that comes late, once, unless the visitor has moved it', async () => {
    const renderWith = (...names: string[]) => (
      <Dialog title="Settings" onClose={() => {}}>
        {names.map((name) => (
          <input key={name} aria-label={name} />
        ))}
      </Dialog>
    );
    const focused = () => document.activeElement;
    const { rerender } = render(renderWith());
    const panel = screen.getByRole('dialog');
    await waitFor(() => expect(focused()).toBe(panel));
    rerender(renderWith('Name'));
    expect(focused()).toBe(screen.getByLabelText('Name'));
    panel.focus();
    rerender(renderWith('Name', 'City'));
    expect(focused()).toBe(panel);
    cleanup();
    const moved = render(renderWith());
    await waitFor(() => expect(focused()).toBe(screen.getByRole('dialog')));
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();
    moved.rerender(renderWith('Name'));
    expect(focused()).toBe(close);
  });

  it('to Cancel where it asks a question, and to a field of the question before that', async () => {
    renderOpener(confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await expectFocus('Cancel');
    cleanup();
    renderOpener((close) => (
      <ConfirmDialog title="Delete?" description="Gone." confirmLabel="Delete" onClose={close}>
        <input aria-label="Password" />
      </ConfirmDialog>
    ));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });
});

describe('a dialog without a trigger gives the focus back', () => {
  it('to the button that was pressed', async () => {
    renderOpener(dialog);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await expectFocus('Open');
  });

  it('after a question was answered', async () => {
    renderOpener(confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await expectFocus('Open');
  });

  it('to the button of the menu that it came from', async () => {
    renderOpener(dialog, 'menu');
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'Settings' });
    await userEvent.keyboard('{Escape}');
    await expectFocus('More');
  });
});
