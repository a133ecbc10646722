import type { FakeResponse, SentRequest } from './fakeDb.ts';

type Responder = FakeResponse | ((request: SentRequest) => FakeResponse | Promise<FakeResponse>);

/** Responses by path (`students`, `rpc/save_student`) for `fakeDb`, fixed or computed. A request for any other path throws its name. */
export function respondWith(responses: Record<string, Responder>): (request: SentRequest) => FakeResponse | Promise<FakeResponse> {
  return (request) => {
    const response = responses[request.path];
    if (!response) throw new Error(`The test expected no request for ${request.path}.`);
    return typeof response === 'function' ? response(request) : response;
  };
}

/** A refusal of the database without a specific reason. */
export const refused: FakeResponse = { status: 400, body: { code: 'P0001', message: 'refused' } };
