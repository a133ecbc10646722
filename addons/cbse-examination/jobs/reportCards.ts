import { z } from 'zod';
import { languages } from '@masomo/contracts/languages';
import { today } from '@masomo/domain/time';
import { translatable } from '@masomo/domain/translatable';
import { inLanguage } from '@masomo/supabase/functions/texts/inLanguage';
import { lookPictures } from '@masomo/typesetter/lookPictures';
import { defineJob, JobRefused } from '@masomo/worker/defineJob';
import { issuePapers } from '@masomo/worker/issuePapers';
import { typesetter } from '@masomo/worker/typesetter';
import { cbseCardsSchema } from '../data/cards.ts';
import { cbseCardsPaper } from '../papers/reportCards.ts';

const args = z.object({ class: z.uuid(), language: z.enum(languages) });

/** The CBSE report cards of a class of the year in one PDF: the first step counts them, the second makes the file. */
export default defineJob({
  permission: 'student:read',
  args,
  async step({ id, school, args: { class: of, language }, reached, sql }) {
    const [row] = await sql('select public.cbse_cards($1) as cards', [of]);
    const cards = row?.['cards'] ? cbseCardsSchema.parse(row['cards']) : undefined;
    const total = cards?.cards.length ?? 0;
    if (!cards || total === 0) throw new JobRefused(translatable('There is no report card to print: this class has no students.'));
    if (!reached) return { reached: { cards: total }, done: 0, total };
    const [{ readSchoolFile }, { storeJobFile }] = await Promise.all([
      import('@masomo/supabase/functions/exports/exportStep'),
      import('@masomo/supabase/functions/jobFiles'),
    ]);
    const pictures = await lookPictures(cards.school, readSchoolFile);
    const kept = await issuePapers(
      { sql },
      'cbse-report-card',
      { class: of },
      { template: 'report-cards', language, schema: cbseCardsSchema },
    );
    const printed = { ...cards, cards: kept.flatMap(({ content }) => content.cards) };
    const checks = kept.map(({ check }) => check);
    const printing = { printedOn: today(Date.now(), cards.school.time_zone), lang: language, pictures: pictures.paths, checks };
    const data = inLanguage(language, (say) => cbseCardsPaper(printed, printing, say));
    const content = await typesetter.compose({ template: 'report-cards', data, pictures: pictures.files });
    await storeJobFile(`${school ?? ''}/${id}`, content, 'application/pdf');
    const name = inLanguage(language, (say) => say('Report cards {class}, {term}', { class: cards.class_name, term: cards.year }));
    await sql('select private.keep_job_file($1, $2, $3, $4)', [
      id,
      `${name}.pdf`,
      content.byteLength,
      printed.cards.map(({ student }) => student.id),
    ]);
    return { done: total, total, result: { cards: total, bytes: content.byteLength } };
  },
});
