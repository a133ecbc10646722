import { z } from 'zod';
import { type EmailTemplate } from './emailTemplate.ts';

const optional = z.string().nullish();
const demo = z.object({
  name: z.string(),
  email: z.string(),
  institution: z.string(),
  role: z.string(),
  version: z.string(),
  phone: optional,
  message: optional,
});
const contact = z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() });
const ticket = z.object({
  ticket_number: z.string(),
  sender_name: z.string(),
  sender_email: z.string(),
  subject: z.string(),
  support_type: z.string(),
  priority: z.string(),
  message: z.string(),
});
const reply = z.object({
  ticket_number: z.string(),
  subject: z.string(),
  sender_name: z.string(),
  body: z.string(),
  author_name: z.string(),
});

const ticketSubject = (number: string, subject: string) => `[#${number}] ${subject}`;

/** A reply that greets its reader itself. */
const greeting = /^\s*(dear|hello|hi|hey|habari|jambo|good (morning|afternoon|evening))\b/i;

/** A line that closes a letter. */
const closing = /^\s*(((kind|best|warm)(est)?\s+)?regards|(yours\s+)?(sincerely|faithfully|truly)|asante(\s+sana)?)\W*$/im;

/** Whether a reply ends with its writer's name or a closing line of its own. */
function isSigned(body: string, author: string): boolean {
  const end = body.trim().split('\n').slice(-3).join('\n');
  return end.toLowerCase().includes(author.toLowerCase()) || closing.test(end);
}

/** Emails about forms of the public site: one to the team, one to the sender. */
export const formEmails: Record<string, EmailTemplate> = {
  'demo-request': (data) => {
    const { name, email, institution, role, version, phone, message } = demo.parse(data);
    return {
      subject: `Demo request: ${institution} (${version})`,
      title: `${name} asks for a demonstration`,
      blocks: [
        {
          kind: 'facts',
          facts: [
            ['Institution', institution],
            ['Role', role],
            ['Version', version],
            ['Email', email],
            ['Phone', phone || 'not given'],
          ],
        },
        ...(message ? [{ kind: 'quote', text: message } as const] : []),
        { kind: 'text', text: 'Reply to this mail to answer.' },
      ],
    };
  },
  // To an address that nobody has confirmed: the words of whoever filled in the form are not repeated.
  'demo-request-received': (data, { contact: us }) => {
    const { version } = demo.parse(data);
    return {
      subject: 'We have your demo request',
      title: 'Thank you for your request',
      blocks: [
        {
          kind: 'text',
          text: `We will write to you within one working day to arrange a demonstration of ${version === 'Both' ? 'both versions' : version === 'SaaS' ? 'the SaaS version' : 'the Standalone version'}. It was not you? Ignore this mail.`,
        },
        { kind: 'text', text: `In a hurry? Call ${us.phone}.` },
      ],
    };
  },
  'contact-message': (data) => {
    const { name, email, subject, message } = contact.parse(data);
    return {
      subject: `${subject}: ${name}`,
      title: `A message from ${name}`,
      blocks: [
        {
          kind: 'facts',
          facts: [
            ['Email', email],
            ['Subject', subject],
          ],
        },
        { kind: 'quote', text: message },
        { kind: 'text', text: 'Reply to this mail to answer.' },
      ],
    };
  },
  'contact-message-received': () => ({
    subject: 'We have your message',
    title: 'Thank you for your message',
    blocks: [{ kind: 'text', text: 'We answer within one working day. It was not you? Ignore this mail.' }],
  }),
  'support-ticket': (data) => {
    const {
      ticket_number: number,
      sender_name: name,
      sender_email: email,
      subject,
      support_type: type,
      priority,
      message,
    } = ticket.parse(data);
    return {
      subject: ticketSubject(number, subject),
      title: `New ticket ${number}`,
      blocks: [
        {
          kind: 'facts',
          facts: [
            ['From', `${name}, ${email}`],
            ['Type', type],
            ['Priority', priority],
            ['Subject', subject],
          ],
        },
        { kind: 'quote', text: message },
      ],
    };
  },
  'support-ticket-received': (data) => {
    const { ticket_number: number } = ticket.parse(data);
    return {
      subject: `[#${number}] We have your request`,
      title: 'We have your request',
      blocks: [
        {
          kind: 'text',
          text: `Its number is ${number}. Keep the number in the subject when you write to us about it. It was not you? Ignore this mail.`,
        },
      ],
    };
  },
  'ticket-reply': (data) => {
    const { ticket_number: number, subject, sender_name: name, body, author_name: author } = reply.parse(data);
    return {
      subject: ticketSubject(number, subject),
      title: greeting.test(body) ? `Your request ${number}` : `Hello ${name}`,
      blocks: [{ kind: 'text', text: body }, ...(isSigned(body, author) ? [] : [{ kind: 'text' as const, text: author }])],
    };
  },
};
