// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button, toaster as firstToaster, toastsWanted } from '@masomo/design-system';
import { toaster, Toaster } from '@masomo/design-system/overlays';
import { giveElementsBoxes, renderRoute } from '@masomo/testing';
import { LaterToaster } from '../admin/LaterToaster.tsx';

beforeEach(giveElementsBoxes);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('toasts', () => {
  it('with a consequence stay longer than a title alone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderRoute(<Toaster />);
    act(() => void toaster.success({ title: 'Invoice sent' }));
    act(() => void toaster.warning({ title: 'Fee removed', description: 'It is on no bill from now on.' }));
    const isOpen = (title: string) => Boolean(screen.queryByText(title)?.closest('[data-state=open]'));
    await screen.findByText('Fee removed');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect([isOpen('Invoice sent'), isOpen('Fee removed')]).toEqual([true, true]);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect([isOpen('Invoice sent'), isOpen('Fee removed')]).toEqual([false, true]);
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(isOpen('Fee removed')).toBe(false);
    vi.useRealTimers();
  });

  it('are read out and can be dismissed', async () => {
    renderRoute(<Toaster />);
    act(() => void toaster.create({ type: 'success', title: 'Saved', description: 'The page is live.', duration: 60_000 }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(screen.getByText('The page is live.').closest('[role="status"]')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('Saved')?.closest('[data-state=open]') ?? null).toBeNull());
  });

  it('let the focus go on, also when it came from no element', async () => {
    renderRoute(
      <>
        <Button>New plan</Button>
        <Toaster />
      </>,
    );
    act(() => void toaster.success({ title: 'Plan saved', duration: 60_000 }));
    const toast = (await screen.findByText('Plan saved')).closest<HTMLElement>('[data-scope=toast][data-part=root]');
    expect(document.activeElement).toBe(document.body);
    act(() => toast?.focus());
    const isAmongToasts = () => document.activeElement?.closest('[data-scope=toast]') != null;
    expect(isAmongToasts()).toBe(true);
    for (let step = 0; step < 9 && isAmongToasts(); step += 1) await userEvent.tab();
    await userEvent.tab();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New plan' })));
    act(() => toaster.dismiss());
    await waitFor(() => expect(screen.queryByText('Plan saved')).toBeNull());
  });

  it('are shown by a queue that is rendered with the first of them', async () => {
    toastsWanted.set(false);
    renderRoute(<LaterToaster />);
    expect(screen.queryByRole('region', { name: /Notifications/ })).toBeNull();
    act(() => firstToaster.success({ title: 'Kept on this device', duration: 60_000 }));
    // Sooner than it would be rendered without a message.
    expect(await screen.findByText('Kept on this device', {}, { timeout: 4_000 })).toBeTruthy();
    act(() => toaster.dismiss());
    await waitFor(() => expect(screen.queryByText('Kept on this device')).toBeNull());
  });

  it('with the same text are one', async () => {
    renderRoute(<Toaster />);
    const refuse = () => act(() => void toaster.error({ title: 'The term stays', description: 'Fees belong to it.', duration: 60_000 }));
    refuse();
    expect(await screen.findByText('The term stays')).toBeTruthy();
    refuse();
    act(() => void toaster.success({ title: 'Term saved', duration: 60_000 }));
    expect(await screen.findByText('Term saved')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('The term stays')).toHaveLength(1));
  });
});
