import { type EmailContent } from '../layout.ts';
import { type Sender } from '../sender.ts';

/** Renders the content of an email from the data of a queued mail; throws a ZodError when data is missing. */
export type EmailTemplate = (data: Record<string, unknown>, sender: Sender) => EmailContent;
