import { isServiceCall } from '../_shared/callers.ts';
import { json } from '../_shared/http.ts';
import { runPaymentJobs } from '../_shared/payments/paymentJobs.ts';
import { serve } from '../_shared/traces.ts';

// Follows up payments without a result, sends refunds and reports the configured providers. Called by a schedule with the secret key.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  if (!(await isServiceCall(request))) return json({ error: 'Only the service role may call this.' }, 403);
  return json(await runPaymentJobs());
});
