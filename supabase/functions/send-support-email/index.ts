import { honeypotField, supportRequestOf, supportRequestSchema, ticketFormSchema } from '@masomo/domain/forms';
import { refusal } from '@masomo/domain/refusals';
import { z } from 'zod';
import { callerId } from '../_shared/callers.ts';
import { call } from '../_shared/database.ts';
import { serveForm } from '../_shared/serveForm.ts';

const stored = z.array(z.object({ ticket_number: z.string(), mail_ids: z.array(z.string().nullable()) })).length(1);

serveForm({
  schema: supportRequestSchema,
  fromPosted(fields) {
    const ticket = ticketFormSchema.safeParse(fields).data;
    return { ...(ticket ? supportRequestOf(ticket) : {}), [honeypotField]: fields[honeypotField], language: fields['language'] };
  },
  failure: refusal('ticket.failed', 'Failed to submit support request. Please try again.'),
  async store({ senderName, senderEmail, subject, supportType, message, priority, versions }, { requestId, senderKey, language, request }) {
    const [ticket] = stored.parse(
      await call('submit_ticket', {
        request_id: requestId,
        sender_name: senderName,
        sender_email: senderEmail,
        subject,
        support_type: supportType,
        message,
        priority: priority ?? 'medium',
        user_id: (await callerId(request)) ?? null,
        sender_key: senderKey ?? null,
        versions: versions ?? null,
        language,
      }),
    );
    // Without a mail of their own the limit of today's mails is used up.
    const isMailLimited = ticket?.mail_ids.includes(null) ?? false;
    return { response: { ticketNumber: ticket?.ticket_number, ...(isMailLimited ? { isMailLimited } : {}) } };
  },
});
