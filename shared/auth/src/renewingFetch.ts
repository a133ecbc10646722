type Renew = (endedToken: string) => Promise<string | undefined>;

/** What every version of PostgREST answers to a token that has ended. */
const endedMessage = 'JWT expired';

async function hasTokenEnded(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: unknown } | null;
  return body?.message === endedMessage;
}

/**
 * As `send`; when the server says that the token has ended, `renew` gives another one and the request is sent once more. A clock that
 * is behind hides the end of a token from the browser.
 */
export function renewingFetch(send: typeof fetch, renew: Renew): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const headers = new Headers(init?.headers);
    const ended = headers.get('authorization')?.replace('Bearer ', '');
    if (!ended || !(await hasTokenEnded(response))) return response;
    const token = await renew(ended).catch(() => undefined);
    if (!token) return response;
    headers.set('authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
  };
}
