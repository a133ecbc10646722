// @vitest-environment jsdom
import { useState } from 'react';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderRoute } from '@masomo/testing';
import { SiteSettingsGate, useSettings } from './SiteSettingsGate.tsx';
import { siteDb } from './__tests__/siteFixture.ts';

afterEach(cleanup);

const onRender = vi.fn();
function Page() {
  useSettings();
  onRender();
  return <p>Page</p>;
}
const page = <Page />;

function Site() {
  const [renders, setRenders] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setRenders(renders + 1)}>
        Render again
      </button>
      <SiteSettingsGate>{page}</SiteSettingsGate>
    </>
  );
}

it('does not render the page again while the settings stay what they are', async () => {
  renderRoute(<Site />, { db: siteDb().db });
  await screen.findByText('Page');
  const before = onRender.mock.calls.length;
  await userEvent.click(screen.getByRole('button', { name: 'Render again' }));
  expect(onRender.mock.calls.length).toBe(before);
});
