// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { guardian, kinds, later, profile, read, school, type Kind } from './__tests__/editedKinds.tsx';

afterEach(cleanup);

/** Opens the form over a database in which somebody else has saved `theirs` after the form was read. */
async function openChanged({ screen: form, path, table = path, column, stored, label, opens }: Kind, theirs: string) {
  const current = { ...stored, id: 'r1', [column]: theirs, updated_at: later };
  let isRefused = false;
  const saves: { read: string | null; body: string }[] = [];
  const { db } = fakeDb(({ path: requested, method, headers, body }) => {
    if (requested === 'rpc/student_profile') return { body: { ...profile, guardians: [{ ...guardian, first_name: theirs }] } };
    if (requested === path && method !== 'GET') {
      const seen = headers.get('x-record-read');
      saves.push({ read: seen, body: JSON.stringify(body) });
      if (seen !== `r1 ${later}`) {
        isRefused = true;
        return {
          status: 409,
          body: { code: 'PT409', hint: 'record.changed', message: 'Somebody else has changed this in the meantime.', details: table },
        };
      }
      return { body: path.startsWith('rpc/') ? 'r1' : { ...school, ...current, is_active: true } };
    }
    // What is stored comes from where the person reads it, not from the refusal.
    if (isRefused && (requested === table || (requested === 'rpc/read_student_records' && table === 'student_records')))
      return { body: current };
    if (requested === 'lessons') return { body: { ...stored, id: 'r1', room: 'R1', updated_at: read.updatedAt } };
    if (requested === 'subjects' || (requested === 'campuses' && opens))
      return { body: [{ ...stored, id: 'r1', code: 'BIO', address: 'Road 1', updated_at: read.updatedAt }] };
    return { body: [] };
  });
  renderRoute(form, { session: signedInAs('admin', { schoolId: 'h1' }), db });
  if (opens) await userEvent.click(await screen.findByRole('button', { name: opens }));
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, 'Mine');
  await userEvent.click(screen.getByRole('button', { name: /^Save( changes)?$/ }));
  return { saves, field };
}

describe('a record that somebody else has saved since', () => {
  it.each(Object.entries(kinds))('%s: shows both texts and saves the chosen one', async (_, kind) => {
    const { saves } = await openChanged(kind, 'Theirs');
    const question = within(await screen.findByRole('alertdialog', { name: 'Someone else has changed this' }));
    expect(question.getByText('Mine')).toBeInTheDocument();
    expect(question.getByText('Theirs', { selector: 'p + p' })).toBeInTheDocument();
    expect(saves).toEqual([{ read: `r1 ${read.updatedAt}`, body: expect.stringContaining('"Mine"') }]);
    await userEvent.click(question.getByRole('radio', { name: 'Use theirs' }));
    await userEvent.click(question.getByRole('button', { name: 'Save these choices' }));
    await waitFor(() => expect(saves[1]).toEqual({ read: `r1 ${later}`, body: expect.stringContaining('"Theirs"') }));
  });

  it('keeps what was typed for those who go back to editing, and asks again', async () => {
    const { saves, field } = await openChanged(kinds['term']!, 'Theirs');
    await userEvent.click(await screen.findByRole('button', { name: 'Back to editing' }));
    expect(field).toHaveValue('Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save these choices' }));
    await waitFor(() => expect(saves.at(-1)).toEqual({ read: `r1 ${later}`, body: expect.stringContaining('"Mine"') }));
  });

  it('asks nothing when what changed is not on the form', async () => {
    const { saves } = await openChanged(kinds['school']!, 'Onward');
    await waitFor(() => expect(saves.map((save) => save.read)).toEqual([`r1 ${read.updatedAt}`, `r1 ${later}`]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
