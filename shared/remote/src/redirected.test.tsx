// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Redirected } from '@masomo/remote/Redirected';
import { renderRoute, signedInAs, withToaster } from '@masomo/testing';

afterEach(cleanup);

it.each([
  [false, 'This page does not exist', 'There is no page at /dashboard/cms/nowhere.'],
  [true, 'Your role has no access to this page', 'Ask an administrator if you need /dashboard/cms/nowhere.'],
])('says once why another screen opens (forbidden: %s)', async (isForbidden, title, description) => {
  const { address } = renderRoute(withToaster(<Redirected to="/dashboard/cms" isForbidden={isForbidden} />), {
    path: '/dashboard/cms/nowhere',
    session: signedInAs('super_admin'),
  });
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.getByText(description)).toBeDefined();
  await waitFor(() => expect(address()).toBe('/dashboard/cms'));
});
