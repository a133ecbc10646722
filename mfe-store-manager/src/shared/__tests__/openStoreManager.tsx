import { configure } from '@testing-library/react';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, type FakeResponse, type SentRequest, withToaster } from '@masomo/testing';
import { App } from '../../App.tsx';

// The first use of a screen transforms its chunk, which takes more than a second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

type Response = FakeResponse | Promise<FakeResponse>;
export type Responses = Record<string, Response | ((request: SentRequest) => Response)>;

/** A request that stays pending. */
export const pending = () => new Promise<FakeResponse>(() => undefined);
/** A failed request. */
export const unavailable: FakeResponse = { status: 500, body: { message: 'down' } };

/** Opens a screen of the store manager over a fake database with a response per path; any other request fails the test. */
export function openStoreManager(path: string, responses: Responses, role: Role = 'super_admin'): { sent: SentRequest[] } {
  const { db, sent } = fakeDb((request) => {
    const response = responses[request.path];
    if (!response) throw new Error(`Unexpected request: ${request.path}`);
    return typeof response === 'function' ? response(request) : response;
  });
  renderRoute(withToaster(<App />), { path, session: signedInAs(role), db });
  return { sent };
}
