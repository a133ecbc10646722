import { z } from 'zod';
import { languages } from '@masomo/contracts/languages';
import { reportCardsSchema } from '@masomo/domain/reportCards';
import { translatable } from '@masomo/domain/translatable';
import { lookPictures } from '@masomo/typesetter/lookPictures';
import { reportCards, reportCardsFileName } from '@masomo/typesetter/schoolPapers';
import { defineJob, JobRefused } from '../defineJob.ts';
import { issuePapers } from '../issuePapers.ts';
import { typesetter } from '../typesetter.ts';

const args = z.object({ term: z.uuid(), class: z.uuid(), language: z.enum(languages) });
const row = z.object({ cards: z.nullable(reportCardsSchema) });

/** The report cards of a class in one PDF: the first step counts them, the second makes the file. */
export default defineJob({
  permission: 'report:read',
  args,
  async step({ id, school, args: { term, class: of, language }, reached, sql }) {
    const [read] = await sql('select public.report_cards($1, $2) as cards', [term, of]);
    const { cards } = row.parse(read);
    const total = cards?.cards.length ?? 0;
    if (!cards || total === 0)
      throw new JobRefused(translatable('There is no report card to print: no student here has marks in this term.'));
    if (!reached) return { reached: { cards: total }, done: 0, total };
    const [{ readSchoolFile }, { storeJobFile }] = await Promise.all([
      import('@masomo/supabase/functions/exports/exportStep'),
      import('@masomo/supabase/functions/jobFiles'),
    ]);
    const kept = await issuePapers(
      { sql },
      'report-card',
      { term, class: of },
      { template: 'report-cards', language, schema: reportCardsSchema },
    );
    const printed = { ...cards, cards: kept.flatMap(({ content }) => content.cards) };
    const pictures = await lookPictures(cards.school, readSchoolFile);
    const issues = kept.map(({ issue }) => issue);
    const content = await typesetter.compose(reportCards(printed, language, pictures, issues));
    await storeJobFile(`${school ?? ''}/${id}`, content, 'application/pdf');
    const students = printed.cards.map(({ student }) => student.id);
    await sql('select private.keep_job_file($1, $2, $3, $4)', [id, reportCardsFileName(cards, language), content.byteLength, students]);
    return { done: total, total, result: { cards: total, bytes: content.byteLength } };
  },
});
