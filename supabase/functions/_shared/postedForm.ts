/** Ids of a page's elements that say how a form was received which the browser posted by itself. */
const receipts = { sent: 'sent', refused: 'refused' } as const;

/** Whether the browser posted a form by itself, from a page of the product: other sites' pages can post forms as well. */
export function isPostedForm(request: Request): boolean {
  const { headers } = request;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')) return false;
  const origin = headers.get('origin') ?? '';
  return (
    headers.get('sec-fetch-site') === 'same-origin' || (URL.canParse(origin) && new URL(origin).host === headers.get('x-forwarded-host'))
  );
}

/** Whether a script posted the form for the browser: the page then shows the answer in place. */
export const isAnsweredInPlace = ({ headers }: Request) => headers.get('accept') === 'application/json';

/** The fields of a posted form. Fields that were left empty count as missing, as they do in a form that a script sends. */
export const postedFields = (text: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''));

/** Leads the browser back to the page of its form, which has an element for each receipt. */
export function backToPage(request: Request, isAccepted: boolean): Response {
  const referrer = request.headers.get('referer') ?? '';
  const { pathname, search } = URL.canParse(referrer) ? new URL(referrer) : { pathname: '/', search: '' };
  // Two slashes at the start would name another host.
  const location = `${pathname.replace(/^\/+/, '/')}${search}#${isAccepted ? receipts.sent : receipts.refused}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** Id of a posted form, the same for the same content from the same sender on the same day, so that a second press stores nothing. */
export async function postedFormId(senderKey: string | undefined, text: string, now: number): Promise<string> {
  const day = new Date(now).toISOString().slice(0, 10);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${senderKey ?? ''} ${day} ${text}`)));
  const hex = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
