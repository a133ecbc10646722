import { isServiceCall } from '../_shared/callers.ts';
import { json } from '../_shared/http.ts';
import { runPaymentJobs } from '../_shared/payments/paymentJobs.ts';
import { serve } from '../_shared/traces.ts';

// Finds late and missing answers, sends refunds, and tells the database what is configured. Called by a timer with the service's key.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  if (!(await isServiceCall(request))) return json({ error: 'Only the service itself calls this.' }, 403);
  return json(await runPaymentJobs());
});
