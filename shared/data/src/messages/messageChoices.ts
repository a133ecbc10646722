import { say, toDataError, unwrap, type Db } from '@masomo/data';
import * as z from '@masomo/data/zod';

/** A topic of messages, in the language of the page, and whether its messages are mailed to the caller. */
export type MessageTopic = { topic: string; label: string; isMailed: boolean };
/** Times of day, such as `21:00`. */
export type QuietHours = { starts: string; ends: string };
export type MessageChoices = { topics: MessageTopic[]; quietHours: QuietHours | null };

export const messageChoiceKeys = { all: (userId: string) => ['message choices', userId] as const };

const choicesSchema = z.object({
  topics: z.array(z.object({ topic: z.string(), label: z.string(), mail: z.boolean() })),
  quiet_hours: z.nullable(z.object({ starts: z.string(), ends: z.string() })),
});

/** What the caller has chosen of the messages they get. */
export async function getMessageChoices(db: Db): Promise<MessageChoices> {
  const { topics, quiet_hours: quietHours } = choicesSchema.parse(unwrap(await db.rpc('message_choices', {}, { get: true })));
  return {
    topics: topics.map(({ topic, label, mail }) => ({ topic, label: say({ sentence: label, args: {} }), isMailed: mail })),
    quietHours,
  };
}

/** Has messages of a topic mailed to the caller, or not. */
export async function chooseMessage(db: Db, { topic, isMailed }: { topic: string; isMailed: boolean }): Promise<void> {
  const { error, status } = await db.rpc('choose_message', { topic, channel: 'mail', is_on: isMailed });
  if (error) throw toDataError(error, status);
}

/** Sets the hours in which nothing of what the caller chose is sent; null for none. */
export async function setQuietHours(db: Db, hours: QuietHours | null): Promise<void> {
  // The generated types have no null for arguments.
  const { starts, ends } = (hours ?? { starts: null, ends: null }) as QuietHours;
  const { error, status } = await db.rpc('set_quiet_hours', { starts, ends });
  if (error) throw toDataError(error, status);
}
