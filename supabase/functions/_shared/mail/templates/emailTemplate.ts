import { type Say } from '@masomo/domain/say';
import { type EmailContent } from '../layout.ts';
import { type Sender } from '../sender.ts';

/** Renders the content of an email from the data of a queued mail, in the language of `say`; throws a ZodError when data is missing. */
export type EmailTemplate = (data: Record<string, unknown>, sender: Sender, say: Say) => EmailContent;
