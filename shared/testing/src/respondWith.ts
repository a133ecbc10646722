import type { FakeResponse, SentRequest } from './fakeDb.ts';

type Responder = FakeResponse | ((request: SentRequest) => FakeResponse | Promise<FakeResponse>);

/**
 * Responses by path (`students`, `rpc/save_student`) for `fakeDb`, fixed or computed. Any other path is answered like a table that does
 * not exist.
 */
export function respondWith(responses: Record<string, Responder>): (request: SentRequest) => FakeResponse | Promise<FakeResponse> {
  return (request) => {
    const response = responses[request.path];
    // An exception would count as a lost connection, after which the client tries again for seconds.
    if (!response) return { status: 404, body: { code: 'PGRST205', message: `The test expected no request for ${request.path}.` } };
    return typeof response === 'function' ? response(request) : response;
  };
}

/** A refusal of the database without a specific reason. */
export const refused: FakeResponse = { status: 400, body: { code: 'P0001', message: 'refused' } };
