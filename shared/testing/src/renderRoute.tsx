import type { ReactElement } from 'react';
import { configure, render, type RenderResult } from '@testing-library/react';
import { provideDb, SWRConfig, type Db } from '@masomo/data';
import { sessionStore, type SessionState } from '@masomo/auth';
import { UIProvider } from '@masomo/design-system';
import { useLocation } from '@masomo/navigation';
import { MemoryRouter } from '@masomo/navigation/testing';
import { installJsdomPolyfills } from './jsdomPolyfills.ts';
import { signedOut } from './sessions.ts';

// A busy machine may take its time; what never comes still fails.
configure({ asyncUtilTimeout: 5_000 });

export type RenderRouteOptions = {
  /** Address the test starts at. */
  path?: string;
  /** Navigation state of that address. */
  state?: unknown;
  session?: SessionState;
  /** What queries and commands are asked of; see `fakeDb`. */
  db?: Db;
};

export type RenderedRoute = RenderResult & {
  /** The address now: path, query string and hash. */
  address: () => string;
};

/** Renders a screen as its remote does, with its own empty cache, at an address, as a visitor or a person. */
export function renderRoute(screen: ReactElement, options: RenderRouteOptions = {}): RenderedRoute {
  const { path = '/', state, session = signedOut, db } = options;
  installJsdomPolyfills();
  sessionStore.set(session);
  if (db) provideDb(async () => db);
  const url = new URL(path, 'http://localhost');
  const place = { address: path };
  const result = render(
    <UIProvider>
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
        <MemoryRouter initialEntries={[{ pathname: url.pathname, search: url.search, hash: url.hash, state }]}>
          {screen}
          <Place onMove={(address) => (place.address = address)} />
        </MemoryRouter>
      </SWRConfig>
    </UIProvider>,
  );
  return { ...result, address: () => place.address };
}

function Place({ onMove }: { onMove: (address: string) => void }) {
  const { pathname, search, hash } = useLocation();
  onMove(`${pathname}${search}${hash}`);
  return null;
}
