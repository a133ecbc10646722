import type { Say } from '@masomo/domain/say';
import { inLanguage } from '../texts/inLanguage.ts';

/** What a device shows of a topic. A locked screen is read by others, so it names no child, no mark, no illness and no amount. */
const texts: Readonly<Record<string, (say: Say) => string>> = {
  announcements: (say) => say('There is a new announcement.'),
  absences: (say) => say('There is news about attendance.'),
  gate: (say) => say('Somebody was seen at the gate.'),
  work: (say) => say('There is news about school work.'),
  records: (say) => say('The school has shared a record.'),
  messages: (say) => say('There is a new message between parents and teachers.'),
};

/** The words of a push in the language of its recipient; one of a topic that has none of its own says that there is news. */
export const pushText = (topic: string, language: string): string =>
  inLanguage(language, (say) => (texts[topic] ?? ((say: Say) => say('There is a new message.')))(say));
