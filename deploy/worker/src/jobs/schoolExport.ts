import { z } from 'zod';
import { lookPictures } from '@masomo/typesetter/lookPictures';
import { reportCards } from '@masomo/typesetter/schoolPapers';
import { order } from '@masomo/typesetter/storePapers';
import { defineJob } from '../defineJob.ts';
import { typesetter } from '../typesetter.ts';

const claimed = z.object({ claimed: z.unknown() });

/** Writes everything of a school into one ZIP, a part of some megabytes in each step. */
export default defineJob({
  permission: 'school:export',
  async step({ subject, sql, isOver }) {
    const [{ claimedExportSchema, readSchoolFile, writePart }, { finishExport }] = await Promise.all([
      import('@masomo/supabase/functions/exports/exportStep'),
      import('@masomo/supabase/functions/exports/finishExport'),
    ]);
    const call = async (name: string, values: readonly unknown[]) => {
      const places = values.map((_value, index) => `$${index + 1}`).join(', ');
      const [row] = await sql(`select private.${name}(${places}) as result`, values);
      return row?.['result'];
    };
    const next = claimedExportSchema.nullable().parse(claimed.parse({ claimed: await call('next_of_export', [subject]) }).claimed);
    if (!next) return {};
    const { entries_done: done, entries_total: total } = next;
    if (next.entries.length > 0) {
      await writePart(next, call, isOver, {
        cards: async (cards) => typesetter.compose(reportCards(cards, 'en', await lookPictures(cards.school, readSchoolFile))),
        order: (of) => typesetter.compose(order(of, 'en')),
      });
      return { reached: {}, done, total };
    }
    await finishExport(next, call);
    return { done: total, total, result: { export: next.id } };
  },
});
