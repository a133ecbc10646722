import { readGoogleReport } from '@masomo/supabase/functions/meetings/google';
import { ProviderRefusal, ProviderWaits } from '@masomo/supabase/functions/meetings/providerCall';
import { readZoomReport } from '@masomo/supabase/functions/meetings/zoom';
import { defineJob } from '@masomo/worker/defineJob';
import { accountOf, readMeeting } from './shared/meetingRow.ts';

/** Asks a provider who came to a meeting and what was recorded: after its end, and three times more within a day. */
export default defineJob({
  due: 'select m.id from public.live_meetings m where m.collect_at <= now() and m.cancelled_at is null order by m.collect_at limit 100',
  async step({ subject, sql }) {
    const row = await readMeeting(sql, subject);
    const account = row && accountOf(row, sql);
    if (!row?.provider_id || !account) {
      await sql('update public.live_meetings set collect_at = null where id = $1', [subject]);
      return;
    }
    try {
      const report =
        row.provider === 'zoom'
          ? await readZoomReport(account, row.provider_id)
          : await readGoogleReport(account, row.code ?? '', new Date().toISOString());
      await sql('select private.keep_live_report($1, $2, $3, $4)', [
        row.id,
        JSON.stringify(report.attendees),
        JSON.stringify(report.recordings),
        report.isComplete,
      ]);
    } catch (error) {
      if (error instanceof ProviderWaits)
        await sql('update public.live_meetings set collect_at = $2 where id = $1', [row.id, error.until.toISOString()]);
      else if (error instanceof ProviderRefusal)
        await sql("update public.live_meetings set collect_at = null, problem = 'refused' where id = $1", [row.id]);
      else throw error;
    }
  },
});
