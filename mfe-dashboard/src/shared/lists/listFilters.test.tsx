// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

type Choice = { label: string; option: string; isToggle?: boolean };
const lists: [role: Role, path: string, requestPath: string, choice: Choice, column: string, expected: string][] = [
  ['super_admin', '/dashboard/users', 'rpc/list_accounts', { label: 'Role', option: 'Teacher' }, 'in_role', 'teacher'],
  ['super_admin', '/dashboard/users', 'rpc/list_accounts', { label: 'Role', option: 'Super Admin' }, 'in_role', 'super_admin'],
  ['super_admin', '/dashboard/users', 'rpc/list_accounts', { label: 'Access', option: 'Deactivated' }, 'active', 'false'],
  ['super_admin', '/dashboard/schools', 'schools', { label: 'Kind', option: 'College' }, 'kind', 'eq.college'],
  ['super_admin', '/dashboard/schools', 'schools', { label: 'Show', option: 'Archived', isToggle: true }, 'is_active', 'eq.false'],
  ['admin', '/dashboard/classes', 'classes', { label: 'Show', option: 'Archived', isToggle: true }, 'is_active', 'eq.false'],
  ['admin', '/dashboard/staff', 'staff_members', { label: 'Show', option: 'Left', isToggle: true }, 'is_active', 'eq.false'],
  ['parent', '/dashboard/notifications', 'notifications', { label: 'Show', option: 'New', isToggle: true }, 'read_at', 'is.null'],
  [
    'parent',
    '/dashboard/documents',
    'documents',
    { label: 'Show', option: 'About a student', isToggle: true },
    'student_id',
    'not.is.null',
  ],
];

describe('a list', () => {
  it.each(lists)(
    'of %s at %s is filtered by the server: %s',
    async (role, path, requestPath, { label, option, isToggle = false }, column, expected) => {
      const { db, sent } = fakeDb((request) =>
        request.path === 'schools' && request.query.has('id')
          ? {
              body: {
                id: 'h1',
                name: 'Greenfield',
                kind: 'secondary',
                email: null,
                phone: null,
                city: null,
                address: null,
                motto: null,
                is_active: true,
              },
            }
          : { body: [], total: 0 },
      );
      renderRoute(<App />, { path, session: signedInAs(role, { schoolId: role === 'super_admin' ? null : 'h1' }), db });
      if (isToggle) await user.click(await screen.findByRole('radio', { name: option }));
      else await user.selectOptions(await screen.findByLabelText(label), option);
      await waitFor(() =>
        expect(
          sent
            .filter((request) => request.path === requestPath && (request.query.has('limit') || request.query.has('size')))
            .at(-1)
            ?.query.get(column),
        ).toBe(expected),
      );
    },
  );
});
