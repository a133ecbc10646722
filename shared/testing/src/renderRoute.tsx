import { Fragment, type ReactElement } from 'react';
import { render, type RenderResult } from '@testing-library/react';
import { provideDb, SWRConfig, type Db } from '@masomo/data';
import { sessionStore, type SessionState } from '@masomo/auth';
import { UIProvider } from '@masomo/design-system';
import { detachedStyleCache, WithoutStyles } from '@masomo/design-system/testing';
import { useLocation } from '@masomo/navigation';
import { MemoryRouter } from '@masomo/navigation/testing';
import { installJsdomPolyfills } from './jsdomPolyfills.ts';
import { signedOut } from './sessions.ts';

export type RenderRouteOptions = {
  /** Initial address. */
  path?: string;
  /** Navigation state of the initial address. */
  state?: unknown;
  session?: SessionState;
  /** Client of queries and commands; see `fakeDb`. */
  db?: Db;
  /** Set where the test is about styles; they cost a test most of its time. */
  isStyled?: boolean;
};

export type RenderedRoute = RenderResult & {
  /** The current path with query string and hash. */
  address: () => string;
};

/** Renders a screen at an address as its remote does, with an empty cache, for a visitor or a signed-in user. */
export function renderRoute(screen: ReactElement, options: RenderRouteOptions = {}): RenderedRoute {
  const { path = '/', state, session = signedOut, db, isStyled = false } = options;
  installJsdomPolyfills();
  sessionStore.set(session);
  if (db) provideDb(async () => db);
  const url = new URL(path, 'http://localhost');
  const current = { address: path };
  const Styles = isStyled ? Fragment : WithoutStyles;
  const result = render(
    <UIProvider {...(isStyled ? {} : { cache: detachedStyleCache() })}>
      <Styles>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
          <MemoryRouter initialEntries={[{ pathname: url.pathname, search: url.search, hash: url.hash, state }]}>
            {screen}
            <AddressProbe onChange={(address) => (current.address = address)} />
          </MemoryRouter>
        </SWRConfig>
      </Styles>
    </UIProvider>,
  );
  return { ...result, address: () => current.address };
}

function AddressProbe({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search, hash } = useLocation();
  onChange(`${pathname}${search}${hash}`);
  return null;
}
