// @vitest-environment jsdom
import { useState } from 'react';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '@masomo/design-system';
import { SearchInput, SelectField, SubmitButton, TextField } from '@masomo/design-system/forms';
import { hasUnsavedChanges } from '@masomo/navigation';
import { CloseButton, ConfirmDialog, Dialog, Portal, type ConfirmDialogProps } from '@masomo/design-system/overlays';
import { Menu } from '@masomo/design-system/popups';
import { giveElementsBoxes, renderRoute } from '@masomo/testing';

beforeEach(giveElementsBoxes);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Asking(props: Partial<ConfirmDialogProps>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Delete</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Delete this page?"
        body="It is gone for good."
        confirmLabel="Delete page"
        onConfirm={() => undefined}
        onClose={() => setIsOpen(false)}
        {...props}
      />
    </>
  );
}

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return screen.findByRole('alertdialog', { name: 'Delete this page?' });
};

describe('ConfirmDialog', () => {
  it('has a name and a description, focuses Cancel for danger, and restores the focus', async () => {
    renderRoute(<Asking tone="danger" />);
    const dialog = await open();
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('It is gone for good.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })));
  });

  it('focuses its action when it is harmless, and runs it', async () => {
    const onConfirm = vi.fn();
    renderRoute(<Asking onConfirm={onConfirm} />);
    await open();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete page' })));
    await userEvent.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('stays open while busy and does not act twice', async () => {
    const onConfirm = vi.fn();
    renderRoute(<Asking isBusy onConfirm={onConfirm} />);
    await open();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Delete page' }));
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  });
});

type DialogWithFormProps = { confirmsUnsavedChanges?: boolean; isBusy?: boolean };

function DialogWithForm({ confirmsUnsavedChanges = true, isBusy = false }: DialogWithFormProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [note, setNote] = useState('');
  if (!isOpen) return <p>Closed</p>;
  return (
    <Dialog.Root open onOpenChange={({ open }) => setIsOpen(open)} confirmsUnsavedChanges={confirmsUnsavedChanges}>
      <Portal>
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Title>A note</Dialog.Title>
            <SearchInput label="Find" value={note} onValueChange={setNote} />
            <form>
              <TextField label="Name" defaultValue="Wanjiru" />
              <SelectField
                label="Kind"
                options={[
                  { value: 'a', label: 'A' },
                  { value: 'b', label: 'B' },
                ]}
              />
              <SubmitButton isBusy={isBusy} busyLabel="Saving...">
                Save
              </SubmitButton>
            </form>
            <SelectField
              label="At once"
              options={[
                { value: 'a', label: 'A' },
                { value: 'b', label: 'B' },
              ]}
            />
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label="Close" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

describe('a dialog with a form', () => {
  const question = () => screen.queryByRole('alertdialog', { name: 'Close without saving?' });
  /** A dialog takes the focus a moment after it opened; nobody types before. */
  const opens = () => waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy());
  const closes = () => waitFor(() => expect(screen.getByText('Closed')).toBeTruthy());

  it.each(['Escape', 'its cross'])('asks before %s discards changes; continuing keeps them', async (way) => {
    renderRoute(<DialogWithForm />);
    await opens();
    await userEvent.type(screen.getByLabelText('Name'), ' W.');
    const leave = () =>
      way === 'Escape' ? userEvent.keyboard('{Escape}') : userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(question()).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Wanjiru W.');
    expect(hasUnsavedChanges('POP')).toBe(true);
    expect(hasUnsavedChanges('PUSH')).toBe(false);
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy());
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Close without saving' }));
    await closes();
    expect(hasUnsavedChanges('POP')).toBe(false);
  });

  it('asks about a selection in a form', async () => {
    renderRoute(<DialogWithForm />);
    await opens();
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'b');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(question()).toBeTruthy());
  });

  it('closes at once when nothing has changed: a search, a control outside a form, a reverted text', async () => {
    renderRoute(<DialogWithForm />);
    await opens();
    await userEvent.type(screen.getByLabelText('Find'), 'x');
    await userEvent.selectOptions(screen.getByLabelText('At once'), 'b');
    await userEvent.type(screen.getByLabelText('Name'), 'x{Backspace}');
    await userEvent.keyboard('{Escape}');
    await closes();
  });

  it('closes without asking for Cancel, and where confirmsUnsavedChanges is off', async () => {
    const { unmount } = renderRoute(<DialogWithForm />);
    await opens();
    await userEvent.type(screen.getByLabelText('Name'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await closes();
    unmount();
    renderRoute(<DialogWithForm confirmsUnsavedChanges={false} />);
    await opens();
    await userEvent.type(screen.getByLabelText('Name'), 'x');
    await userEvent.keyboard('{Escape}');
    await closes();
  });

  it('stays open when the screen below takes the focus', async () => {
    renderRoute(
      <>
        <button type="button">Below</button>
        <DialogWithForm />
      </>,
    );
    await opens();
    act(() => screen.getByText('Below').focus());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('Closed')).toBeNull();
  });

  it('stays open while its form is being submitted', async () => {
    renderRoute(<DialogWithForm isBusy />);
    await opens();
    await userEvent.type(screen.getByLabelText('Name'), 'x');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'A note' })).toBeTruthy();
    expect(question()).toBeNull();
  });
});

describe('Menu', () => {
  it('opens and acts by keyboard', async () => {
    const onSelect = vi.fn();
    renderRoute(
      <Menu.Root onSelect={({ value }) => onSelect(value)}>
        <Menu.Trigger asChild>
          <Button>Actions</Button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.Item value="edit">Edit</Menu.Item>
            <Menu.Item value="delete">Delete</Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>,
    );
    screen.getByRole('button', { name: 'Actions' }).focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Edit' });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(onSelect).toHaveBeenCalledWith('delete'));
  });
});
