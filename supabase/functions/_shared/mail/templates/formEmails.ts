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

const answer = z.object({
  ticket_id: z.string(),
  ticket_number: z.string(),
  subject: z.string(),
  sender_name: z.string(),
  sender_email: z.string(),
  body: z.string(),
});

const readyAddon = z.object({ addon: z.string(), category: z.string() });

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
  'addon-ready': (data, { siteUrl }, say) => {
    const { addon, category } = readyAddon.parse(data);
    return {
      subject: say('{addon} can be bought now', { addon }),
      title: say('{addon} can be bought now', { addon }),
      blocks: [
        {
          kind: 'text',
          text: say('You asked us to tell you when this add-on is ready. It is, and we have deleted your address from its list.'),
        },
        { kind: 'link', label: say('See it in the store'), href: `${siteUrl}/store#${category}` },
      ],
    };
  },
  'demo-request': (data, _sender, say) => {
    const { name, email, institution, role, version, phone, message } = demo.parse(data);
    return {
      subject: say('Demo request: {institution} ({version})', { institution, version }),
      title: say('{name} asks for a demonstration', { name }),
      blocks: [
        {
          kind: 'facts',
          facts: [
            [say('Institution'), institution],
            [say('Role'), role],
            [say('Version'), version],
            [say('Email'), email],
            [say('Phone'), phone || say('not given')],
          ],
        },
        ...(message ? [{ kind: 'quote', text: message } as const] : []),
        { kind: 'text', text: say('Reply to this email to answer.') },
      ],
    };
  },
  // To an address that nobody has confirmed, so the words of the sender are not repeated.
  'demo-request-received': (data, { contact: us }, say) => {
    const { version } = demo.parse(data);
    return {
      subject: say('We have your demo request'),
      title: say('Thank you for your request'),
      blocks: [
        {
          kind: 'text',
          text:
            version === 'Both'
              ? say('We will write to you within one working day to arrange a demonstration of both versions.')
              : version === 'SaaS'
                ? say('We will write to you within one working day to arrange a demonstration of the SaaS version.')
                : say('We will write to you within one working day to arrange a demonstration of the Standalone version.'),
        },
        { kind: 'text', text: say('If this wasn’t you, ignore this email.') },
        { kind: 'text', text: say('In a hurry? Call {phone}.', { phone: us.phone }) },
      ],
    };
  },
  'contact-message': (data, _sender, say) => {
    const { name, email, subject, message } = contact.parse(data);
    return {
      subject: `${subject}: ${name}`,
      title: say('A message from {name}', { name }),
      blocks: [
        {
          kind: 'facts',
          facts: [
            [say('Email'), email],
            [say('Topic'), subject],
          ],
        },
        { kind: 'quote', text: message },
        { kind: 'text', text: say('Reply to this email to answer.') },
      ],
    };
  },
  'contact-message-received': (_data, _sender, say) => ({
    subject: say('We have your message'),
    title: say('Thank you for your message'),
    blocks: [
      { kind: 'text', text: say('We reply within one working day.') },
      { kind: 'text', text: say('If this wasn’t you, ignore this email.') },
    ],
  }),
  'support-ticket': (data, _sender, say) => {
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
      title: say('New ticket {number}', { number }),
      blocks: [
        {
          kind: 'facts',
          facts: [
            [say('From'), `${name}, ${email}`],
            [say('Type'), type],
            [say('Priority'), priority],
            [say('Topic'), subject],
          ],
        },
        { kind: 'quote', text: message },
      ],
    };
  },
  'support-ticket-received': (data, _sender, say) => {
    const { ticket_number: number } = ticket.parse(data);
    return {
      subject: ticketSubject(number, say('We have your request')),
      title: say('We have your request'),
      blocks: [
        { kind: 'text', text: say('Its number is {number}. Keep it in the subject when you write to us about the request.', { number }) },
        { kind: 'text', text: say('If this wasn’t you, ignore this email.') },
      ],
    };
  },
  'ticket-answer': (data, { siteUrl }, say) => {
    const { ticket_id: id, ticket_number: number, subject, sender_name: name, sender_email: email, body } = answer.parse(data);
    return {
      subject: ticketSubject(number, subject),
      title: say('{name} answered {number}', { name, number }),
      blocks: [
        { kind: 'facts', facts: [[say('From'), `${name}, ${email}`]] },
        { kind: 'quote', text: body },
        { kind: 'link', label: say('Open the ticket'), href: `${siteUrl}/dashboard/support?ticket=${id}` },
      ],
    };
  },
  'ticket-reply': (data, _sender, say) => {
    const { ticket_number: number, subject, sender_name: name, body, author_name: author } = reply.parse(data);
    return {
      subject: ticketSubject(number, subject),
      title: greeting.test(body) ? say('Your request {number}', { number }) : say('Hello {name}', { name }),
      blocks: [{ kind: 'text', text: body }, ...(isSigned(body, author) ? [] : [{ kind: 'text' as const, text: author }])],
    };
  },
};
