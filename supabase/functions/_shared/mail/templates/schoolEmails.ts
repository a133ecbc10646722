import { z } from 'zod';
import { formatMoney, kes } from '@masomo/domain/money';
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

/** Emails from a school to the parents and guardians of its students. */
export const schoolEmails: Record<string, EmailTemplate> = {
  'fee-reminder': (data) => {
    const { guardian, student, admission_number: number, balance, overdue, school, phone, how_to_pay: howToPay } = reminder.parse(data);
    return {
      subject: `${school}: fees of ${student}`,
      title: `Dear ${guardian}`,
      blocks: [
        { kind: 'text', text: `${school} kindly reminds you of the school fees of ${student}.` },
        {
          kind: 'facts',
          facts: [
            ['Student', `${student}, ${number}`],
            ['Balance', amount(balance)],
            ...(overdue > 0 ? [['Of it overdue', amount(overdue)] as const] : []),
          ],
        },
        ...(howToPay ? `How to pay: ${howToPay}`.split('\n').map((text) => ({ kind: 'text' as const, text })) : []),
        {
          kind: 'text',
          text: `If you have paid in the last days, thank you: nothing more is to be done. For questions reply to this mail${phone ? ` or call ${phone}` : ''}.`,
        },
      ],
    };
  },
};
