// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { toaster } from '@masomo/design-system/overlays';
import { fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { TaxDocuments } from './TaxDocuments.tsx';

const user = userEvent.setup();
afterEach(() => {
  toaster.remove();
  cleanup();
});

const refused = {
  id: 't1',
  kind: 'invoice',
  number: 7,
  amount: 7998,
  status: 'failed',
  last_error: 'The PIN of the buyer is not known.',
  receipt_number: null,
  signed_at: null,
};

function open(responses: Record<string, FakeResponse>) {
  const database = fakeDb(respondWith(responses));
  renderRoute(<TaxDocuments orderId="o1" />, { path: '/', session: signedInAs('super_admin'), db: database.db });
  return database;
}
const ask = async () => {
  await user.click(await screen.findByRole('button', { name: 'Send Tax invoice no. 7 again' }));
  return within(await screen.findByRole('alertdialog', { name: 'Send the document again?' }));
};

describe('the tax documents of an order', () => {
  it('say why one was refused, and send it again after a question', async () => {
    const { sent } = open({ tax_documents: { body: [refused] }, 'rpc/retry_tax_document': { status: 204, body: null } });
    expect(await screen.findByText('Last error: The PIN of the buyer is not known.')).toBeVisible();
    const question = await ask();
    expect(sent.some(({ path }) => path === 'rpc/retry_tax_document')).toBe(false);
    await user.click(question.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/retry_tax_document')?.body).toEqual({ document_id: 't1' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('are not sent again once they are signed', async () => {
    open({
      tax_documents: { body: [{ ...refused, status: 'signed', receipt_number: '12/9', signed_at: '2026-11-20T09:00:00Z' }] },
    });
    expect(await screen.findByText(/^Signed 20 Nov 2026.*receipt 12\/9$/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be read again after a failure', async () => {
    open({ tax_documents: { status: 500, body: { message: 'down' } } });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
