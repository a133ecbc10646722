import type { Say } from '@masomo/domain/say';
import { asSentence, inEnglish, type Sentence } from '@masomo/domain/sentences';
import { z } from 'zod';
import { type EmailTemplate } from './emailTemplate.ts';

const sentenceSchema = z.custom<Sentence>((value) => asSentence(value) !== undefined);
const saidMailSchema = z.object({
  subject: sentenceSchema,
  title: sentenceSchema,
  texts: z.array(sentenceSchema),
  link: z.object({ label: sentenceSchema, path: z.string().startsWith('/') }).optional(),
});

/** The translation of a sentence has the same places, which are filled as those of the English one. */
const filled = ({ sentence, args }: Sentence, say: Say) => inEnglish({ sentence: say(sentence), args });

/** A mail whose words the database says with `private.said_mail`: those of modules and add-ons. */
export const saidMail: EmailTemplate = (data, { siteUrl }, say) => {
  const { subject, title, texts, link } = saidMailSchema.parse(data);
  return {
    subject: filled(subject, say),
    title: filled(title, say),
    blocks: [
      ...texts.map((text) => ({ kind: 'text' as const, text: filled(text, say) })),
      ...(link ? [{ kind: 'link' as const, label: filled(link.label, say), href: `${siteUrl}${link.path}` }] : []),
    ],
  };
};
