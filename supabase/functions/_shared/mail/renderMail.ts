import { layOut, type Letter } from './layout.ts';
import { formLetters } from './templates/formEmails.ts';
import { orderLetters } from './templates/orderEmails.ts';
import { schoolLetters } from './templates/schoolEmails.ts';
import { refundLetter } from './templates/refundEmail.ts';
import { type QueuedMail, type Sender } from './outbox.ts';
import { FinalMailError } from './transport.ts';

/** Writes a letter from the data of a queued mail; throws a ZodError when data is missing. */
export type WriteLetter = (data: Record<string, unknown>, sender: Sender) => Letter;

const letters: Record<string, WriteLetter> = { ...formLetters, ...orderLetters, ...schoolLetters, 'order-refund': refundLetter };

/** Subject, HTML and plain text of a queued mail. A mail nobody can write is given up at once, and says why. */
export function renderMail(
  { template, data }: Pick<QueuedMail, 'template' | 'data'>,
  sender: Sender,
): { subject: string; html: string; text: string } {
  const write = letters[template];
  if (!write) throw new FinalMailError(`There is no letter for the template "${template}".`);
  try {
    return layOut(write(data, sender), sender);
  } catch (error) {
    throw new FinalMailError(`The letter "${template}" cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
