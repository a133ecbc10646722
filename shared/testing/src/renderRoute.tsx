import type { ReactElement } from 'react';
import { render, type RenderResult } from '@testing-library/react';
import { provideDb, SWRConfig, type Db } from '@masomo/data';
import { sessionStore, type SessionState } from '@masomo/auth';
import { UIProvider } from '@masomo/design-system';
import { MemoryRouter } from '@masomo/navigation/testing';

export type RenderRouteOptions = {
  /** Address the test starts at. */
  path?: string;
  /** Navigation state of that address. */
  state?: unknown;
  session?: SessionState;
  db?: Db;
};

/** Renders a screen as its remote does, with its own empty cache, at an address, as a visitor or a person. */
export function renderRoute(screen: ReactElement, options: RenderRouteOptions = {}): RenderResult {
  const { path = '/', state, session = { status: 'signed-out', user: null }, db } = options;
  sessionStore.set(session);
  if (db) provideDb(async () => db);
  const url = new URL(path, 'http://localhost');
  return render(
    <UIProvider>
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
        <MemoryRouter initialEntries={[{ pathname: url.pathname, search: url.search, hash: url.hash, state }]}>{screen}</MemoryRouter>
      </SWRConfig>
    </UIProvider>,
  );
}
