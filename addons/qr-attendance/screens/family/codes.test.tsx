// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const card = (id: string, first: string) => ({
  id,
  code: id.repeat(32),
  students: { first_name: first, last_name: 'Otieno', admission_number: `GA/${id}` },
});

function open(response: FakeResponse) {
  const { db } = fakeDb(({ path }) => (path === 'gate_cards' ? response : { body: [] }));
  const session = signedInAs('parent', { schoolId: 'h1', features: { 'addon:qr-attendance': 'on' } });
  renderRoute(<App />, { path: '/dashboard/addons/qr-attendance/codes', session, db });
}

describe('the codes of a family', () => {
  it('show one at a time on a press, and hide again', async () => {
    open({ body: [card('A', 'Amani'), card('B', 'Baraka')] });
    await user.click(await screen.findByRole('button', { name: 'Show code: Amani Otieno' }));
    const code = await screen.findByRole('img', { name: 'Code of Amani Otieno' });
    expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1_000);
    expect(screen.getAllByRole('img')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Hide code: Amani Otieno' }));
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('are shown at once for a single student', async () => {
    open({ body: [card('A', 'Amani')] });
    expect(await screen.findByRole('img', { name: 'Code of Amani Otieno' })).toBeInTheDocument();
  });

  it('are explained before the school has issued a card', async () => {
    open({ body: [] });
    expect(await screen.findByText('The code appears here once the school has issued a card.')).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    open({ status: 500, body: { message: 'gone' } });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
