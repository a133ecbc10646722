import { say, toDataError, unwrap, type Db } from '@masomo/data';
import * as z from '@masomo/data/zod';

/** How a message is sent besides being in the list. */
export type MessageChannel = 'mail' | 'push';
/** A topic of messages, in the language of the page, and whether its messages are mailed to the caller and shown by their devices. */
export type MessageTopic = { topic: string; label: string; isMailed: boolean; isPushed: boolean };
/** Times of day, such as `21:00`. */
export type QuietHours = { starts: string; ends: string };
export type MessageChoices = { topics: MessageTopic[]; quietHours: QuietHours | null };

export const messageChoiceKeys = { all: (userId: string) => ['message choices', userId] as const };

const choicesSchema = z.object({
  topics: z.array(z.object({ topic: z.string(), label: z.string(), mail: z.boolean(), push: z.boolean() })),
  quiet_hours: z.nullable(z.object({ starts: z.string(), ends: z.string() })),
});

/** What the caller has chosen of the messages they get. */
export async function getMessageChoices(db: Db): Promise<MessageChoices> {
  const { topics, quiet_hours: quietHours } = choicesSchema.parse(unwrap(await db.rpc('message_choices', {}, { get: true })));
  return {
    topics: topics.map(({ topic, label, mail, push }) => ({
      topic,
      label: say({ sentence: label, args: {} }),
      isMailed: mail,
      isPushed: push,
    })),
    quietHours,
  };
}

type Choice = { topic: string; channel: MessageChannel; isOn: boolean };

/** Has messages of a topic sent to the caller by a channel, or not. */
export async function chooseMessage(db: Db, { topic, channel, isOn }: Choice): Promise<void> {
  const { error, status } = await db.rpc('choose_message', { topic, channel, is_on: isOn });
  if (error) throw toDataError(error, status);
}

/** Sets the hours in which nothing of what the caller chose is sent; null for none. */
export async function setQuietHours(db: Db, hours: QuietHours | null): Promise<void> {
  // The generated types have no null for arguments.
  const { starts, ends } = (hours ?? { starts: null, ends: null }) as QuietHours;
  const { error, status } = await db.rpc('set_quiet_hours', { starts, ends });
  if (error) throw toDataError(error, status);
}
