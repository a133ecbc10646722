import { isServiceCall } from '../_shared/callers.ts';
import { json } from '../_shared/http.ts';
import { sendDueMails } from '../_shared/mail/outbox.ts';
import { serve } from '../_shared/traces.ts';

// Sends the due mails of the outbox. Called by a schedule with the secret key; other callers are refused.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  if (!(await isServiceCall(request))) return json({ error: 'Only the service role may send mails.' }, 403);
  return json({ allSent: await sendDueMails({}) });
});
