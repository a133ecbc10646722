import { call, DatabaseRefusal } from '../_shared/database.ts';
import { isSameText } from '../_shared/callers.ts';
import { setting } from '../_shared/environment.ts';
import { json, readText, refuse } from '../_shared/http.ts';
import { arrivedMail } from '../_shared/mail/ticketMail.ts';
import { serve } from '../_shared/traces.ts';
import { refusalBody } from '@masomo/domain/refusals';

const maxBodyBytes = 2 * 1024 * 1024;

async function fieldsOf(request: Request, raw: string): Promise<Record<string, unknown> | null> {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (/^application\/json\b/i.test(type)) {
      const parsed: unknown = JSON.parse(raw);
      return parsed !== null && typeof parsed === 'object' ? (parsed as Record<string, unknown>) : null;
    }
    const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form.entries());
  } catch {
    return null;
  }
}

// What a provider of mail hands on that arrived for a ticket: /ticket-mail/<secret>, for providers can send nothing but an address. 406 has it give up: another try would end the same.
serve(async (request) => {
  if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST' } });
  const secret = setting('TICKET_MAIL_SECRET');
  const given = new URL(request.url).pathname.split('/ticket-mail/')[1] ?? '';
  if (!secret || !(await isSameText(given, secret))) return refuse('request.not_found', 'Not found.', 404);
  const raw = await readText(request, maxBodyBytes);
  if (raw === null) return refuse('ticket.mail_too_large', 'The email is too large. Send it without attachments.', 406);
  const fields = await fieldsOf(request, raw);
  if (!fields) return refuse('request.not_json', 'The body is not valid JSON.', 400);
  const { tag, from, text, id, isAutomatic } = arrivedMail(fields);
  if (isAutomatic) return json({ taken: false });
  if (!tag || !id)
    return refuse('ticket.unknown_address', 'This address belongs to no request. Write to us by the form under Support.', 406);
  try {
    await call('receive_ticket_mail', { tag, sender: from, body: text, mail_id: id });
    return json({ taken: true });
  } catch (error) {
    if (error instanceof DatabaseRefusal && error.refusal.code.startsWith('ticket.')) return json(refusalBody(error.refusal), 406);
    throw error;
  }
});
