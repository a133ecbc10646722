import { isServiceCall } from '../_shared/callers.ts';
import { json } from '../_shared/http.ts';
import { sendDueMails } from '../_shared/mail/outbox.ts';
import { serve } from '../_shared/traces.ts';

// Drains the outbox. Called by a timer with the service's key; whoever else calls is refused.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  if (!(await isServiceCall(request))) return json({ error: 'Only the service itself sends mails.' }, 403);
  return json({ allSent: await sendDueMails({}) });
});
