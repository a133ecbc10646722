import { reportCardsPaper } from '@masomo/documents/reportCard';
import type { ReportCards } from '@masomo/domain/reportCards';
import { today } from '@masomo/domain/time';
import { inLanguage } from '@masomo/supabase/functions/texts/inLanguage';
import type { Paper } from './paper.ts';

/** The report cards of a class or of one student as a paper in a language. */
export const reportCards = (cards: ReportCards, language: string): Paper => ({
  template: 'report-cards',
  data: inLanguage(language, (say) => reportCardsPaper(cards, today(), language, say)),
});
