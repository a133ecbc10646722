import { beforeEach, describe, expect, it } from 'vitest';
import { renderMail } from '@masomo/supabase/functions/mail/renderMail';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const sender = { brand: { name: '' }, contact: { phone: '', email: '', salesEmail: '', supportEmail: '', addressLines: [] } };
/** As Auth does. */
async function queue(kind = 'recovery', { to = 'amani@home.example', language = 'sw' } = {}): Promise<unknown> {
  const [row] = await owned('select public.queue_sign_in_mail($1, $2, $3, $4, $5, $6) as id', [
    kind,
    to,
    'Chagua nenosiri jipya',
    '<a href="https://masomo.test/login/confirm?token_hash=secret">Chagua</a>',
    'https://masomo.test/login/confirm?token_hash=secret',
    language,
  ]);
  return row?.['id'];
}
const claim = () => owned('select * from public.claim_mails(10)');
const mails = () =>
  owned("select status, attempts, data, last_error from public.mail_outbox where template = 'sign-in' order by created_at");

beforeEach(async () => {
  await owned('delete from public.mail_outbox');
  await owned('delete from private.mail_spending');
});

describe('a mail to sign in', () => {
  it('is sent as Auth made it, in its language, and keeps no words once it is out', async () => {
    await queue();
    const [claimed] = await claim();
    expect(claimed).toMatchObject({ template: 'sign-in', to_address: 'amani@home.example', language: 'sw', status: 'sending' });
    const made = await renderMail(
      { template: 'sign-in', language: 'sw', data: claimed!['data'] as Record<string, unknown> },
      { ...sender, payments: { bank: {} }, siteUrl: '' },
    );
    expect(made).toEqual({
      subject: 'Chagua nenosiri jipya',
      html: expect.stringContaining('token_hash=secret'),
      text: expect.stringContaining('token_hash=secret'),
    });
    await owned("select public.mail_sent($1, 'p')", [claimed!['id']]);
    expect(await mails()).toMatchObject([{ status: 'sent', data: { subject: 'Chagua nenosiri jipya' } }]);
    expect(JSON.stringify(await owned('select to_jsonb(m) from public.mail_outbox m'))).not.toContain('secret');
  });

  it('is tried again after a failure, and keeps no words once it is given up', async () => {
    await queue();
    const [claimed] = await claim();
    await owned("select public.mail_failed($1, 'connect ECONNREFUSED')", [claimed!['id']]);
    expect(await mails()).toMatchObject([{ status: 'queued', attempts: 1, data: { html: expect.stringContaining('secret') } }]);
    await owned('update public.mail_outbox set next_attempt_at = now()');
    const [again] = await claim();
    await owned("select public.mail_failed($1, '550 no such address', true)", [again!['id']]);
    expect(await mails()).toEqual([
      { status: 'failed', attempts: 2, data: { subject: 'Chagua nenosiri jipya' }, last_error: '550 no such address' },
    ]);
    await database.as(superAdmin, (client) => client.query('select public.retry_mail($1)', [claimed!['id']]));
    expect(await claim()).toEqual([]);
    expect(await mails()).toMatchObject([{ status: 'withdrawn', last_error: 'What it said was not kept.' }]);
  });

  it('is withdrawn when its link has ended, where a notice still goes out', async () => {
    await queue('invite');
    await queue('password_changed');
    await owned("update public.mail_outbox set created_at = now() - interval '56 minutes'");
    expect((await claim()).map((mail) => String(mail['idempotency_key']).split('/')[2])).toEqual(['password_changed']);
    expect((await mails()).map(({ status }) => status).toSorted()).toEqual(['sending', 'withdrawn']);
  });

  it('is within the budget of its address, in silence, and notices are not counted', async () => {
    await owned("update public.settings set value = value || '{\"recipientDaily\": 2}' where key = 'mail_budget'");
    expect([await queue(), await queue(), await queue(undefined, { to: 'Amani@Home.example' })]).toEqual([
      expect.any(String),
      expect.any(String),
      null,
    ]);
    expect(await queue('password_changed')).toEqual(expect.any(String));
    expect(await queue('recovery', { to: 'other@home.example' })).toEqual(expect.any(String));
  });

  it('is queued by Auth alone, and its words are read by nobody', async () => {
    await queue();
    expect(
      await owned(
        `select r.role from unnest(array['supabase_auth_admin', 'service_role', 'authenticated', 'anon']) r (role)
         where has_function_privilege(r.role, 'public.queue_sign_in_mail(text, text, text, text, text, text)', 'execute')`,
      ),
    ).toEqual([{ role: 'supabase_auth_admin' }]);
    for (const caller of [superAdmin, null])
      expect(
        await database.as(caller, (client) =>
          refusal(client.query("select public.queue_sign_in_mail('invite', 'a@b.example', '', '', '')")),
        ),
      ).toMatchObject({ code: '42501' });
    expect(await database.as(superAdmin, (client) => refusal(client.query('select data from public.mail_outbox')))).toMatchObject({
      code: '42501',
    });
  });
});
