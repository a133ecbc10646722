import { z } from 'zod';
import { formatMoney, kes } from '@masomo/domain/money';
import type { Say } from '@masomo/domain/say';
import { type EmailTemplate } from './emailTemplate.ts';

const reminder = z.object({
  guardian: z.string(),
  student: z.string(),
  admission_number: z.string(),
  balance: z.number(),
  overdue: z.number(),
  school: z.string(),
  phone: z.string(),
  how_to_pay: z.string().default(''),
});
const amount = (shillings: number) => formatMoney(kes(shillings));

const questions = (phone: string, say: Say) => ({
  kind: 'text' as const,
  text: phone ? say('Questions? Reply to this email or call {phone}.', { phone }) : say('Questions? Reply to this email.'),
});

/** Emails from a school to the parents and guardians of its students, and to a person who asked for a trial with a known address. */
export const schoolEmails: Record<string, EmailTemplate> = {
  'trial-account-exists': (_data, { siteUrl, contact }, say) => ({
    subject: say('You already have an account'),
    title: say('You already have an account'),
    blocks: [
      {
        kind: 'text',
        text: say('We received a request for a free trial with this email address. It already has an account, so no trial was opened.'),
      },
      {
        kind: 'text',
        text: say(
          'Sign in with it, or choose a new password if you have forgotten yours. For a trial of another school, use another address or write to {email}.',
          { email: contact.email },
        ),
      },
      { kind: 'link', label: say('Sign in'), href: `${siteUrl}/login` },
    ],
  }),
  'fee-reminder': (data, _sender, say) => {
    const { guardian, student, admission_number: number, balance, overdue, school, phone, how_to_pay: howToPay } = reminder.parse(data);
    return {
      subject: say('{school}: fees of {student}', { school, student }),
      title: say('Dear {guardian}', { guardian }),
      blocks: [
        { kind: 'text', text: say('{school} kindly reminds you of the school fees of {student}.', { school, student }) },
        {
          kind: 'facts',
          facts: [
            [say('Student'), `${student}, ${number}`],
            [say('Balance'), amount(balance)],
            ...(overdue > 0 ? [[say('Overdue'), amount(overdue)] as const] : []),
          ],
        },
        ...(howToPay
          ? say('How to pay: {instructions}', { instructions: howToPay })
              .split('\n')
              .map((text) => ({ kind: 'text' as const, text }))
          : []),
        {
          kind: 'text',
          text: say('If you have paid in the last few days, thank you: no action is needed.'),
        },
        questions(phone, say),
      ],
    };
  },
};
