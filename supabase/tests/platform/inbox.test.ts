import type pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Ticket = { id: string; ticket_number: string; mail_ids: string[] };
const ticket = (request: string, email: string, more = '') =>
  database
    .asServer((client) =>
      client.query<Ticket>(
        `select * from public.submit_ticket($1, 'Ann', $2, 'Cannot sign in', 'Account Access', 'Since this morning.'${more})`,
        [request, email],
      ),
    )
    .then((answer) => answer.rows[0]!);
const mails = async (where: string) =>
  (
    await database.owner.query<{ template: string; status: string; attempts: number }>(
      `select template, status, attempts from public.mail_outbox where ${where} order by template`,
    )
  ).rows;

// Requests without a sender share one limit, which one test may not use up for the next.
beforeEach(() => database.owner.query("delete from private.rate_limits where subject like '% from unknown'"));

describe('forms', () => {
  it('store a ticket with a number and queue both mails, once per request', async () => {
    const request = crypto.randomUUID();
    const first = await ticket(request, 'ann@school.test');
    expect(first.ticket_number).toMatch(/^TK-\d{4}-\d{6}$/);
    expect(first.mail_ids).toHaveLength(2);
    expect(await ticket(request, 'ann@school.test')).toEqual(first);
    expect((await mails(`idempotency_key like '%${first.id}'`)).map((mail) => mail.template)).toEqual([
      'support-ticket',
      'support-ticket-received',
    ]);
  });

  it('store the versions that ran when a ticket was written, for staff and not in mails', async () => {
    const { id } = await ticket(crypto.randomUUID(), 'ann3@school.test', ', versions => \'{"shell": "0.1.0-a"}\'');
    const { rows } = await database.as(superAdmin, (client) =>
      client.query('select versions from public.support_tickets where id = $1', [id]),
    );
    expect(rows).toEqual([{ versions: { shell: '0.1.0-a' } }]);
    expect(
      (await database.owner.query("select 1 from public.mail_outbox where idempotency_key like '%' || $1 and data ? 'versions'", [id]))
        .rows,
    ).toEqual([]);
    expect((await refusal(ticket(crypto.randomUUID(), 'ann4@school.test', ", versions => '[1]'")))?.code).toBe('23514');
  });

  it('queue their answers in the language of the account, else of the form, else in English', async () => {
    const person = (await database.owner.query<{ email: string }>('select email from public.users where email is not null limit 1'))
      .rows[0]!;
    const languageOf = async (email: string, more: string) => {
      const { id } = await ticket(crypto.randomUUID(), email, more);
      const { rows } = await database.owner.query<{ template: string; language: string }>(
        "select template, language from public.mail_outbox where idempotency_key like '%' || $1 order by template",
        [id],
      );
      return rows.map((row) => row.language);
    };
    expect(await languageOf('one@visitor.test', ", language => 'sw'")).toEqual(['en', 'sw']);
    expect(await languageOf('two@visitor.test', ", language => 'fr'")).toEqual(['en', 'en']);
    expect(await languageOf(person.email, ", language => 'sw'")).toEqual(['en', 'sw']);
    await database.owner.query("update public.users set language = 'en' where email = $1", [person.email]);
    expect(await languageOf(person.email.toUpperCase(), ", language => 'sw'")).toEqual(['en', 'en']);
  });

  it('store demo requests and messages', async () => {
    await database.asServer((client) =>
      client.query(
        "select * from public.submit_demo_request($1, 'Ann', 'ann2@school.test', 'Baraka', 'Other', 'Both', '0712345678', 'Hello')",
        [crypto.randomUUID()],
      ),
    );
    await database.asServer((client) =>
      client.query("select * from public.submit_contact_message($1, 'Ann', 'ann2@school.test', 'Partnership', 'Hello')", [
        crypto.randomUUID(),
      ]),
    );
    const { rows } = await database.as(superAdmin, (client) =>
      client.query(
        'select (select count(*) from public.demo_requests) as demos, (select count(*) from public.contact_messages) as messages',
      ),
    );
    expect(rows).toEqual([{ demos: 1, messages: 1 }]);
  });

  it('refuse what is empty, and too many from one address', async () => {
    expect(
      (
        await refusal(
          database.asServer((client) =>
            client.query("select * from public.submit_contact_message($1, ' ', 'a@b.test', 'Other', 'x')", [crypto.randomUUID()]),
          ),
        )
      )?.hint,
    ).toBe('form.required');
    expect(
      (
        await refusal(
          database.asServer((client) =>
            client.query("select * from public.submit_contact_message($1, 'A', 'nobody', 'Other', 'x')", [crypto.randomUUID()]),
          ),
        )
      )?.hint,
    ).toBe('form.invalid_email');
    for (let turn = 0; turn < 5; turn += 1) await ticket(crypto.randomUUID(), 'eager@school.test');
    // PostgREST answers PT429 with the status 429.
    expect(await refusal(ticket(crypto.randomUUID(), 'Eager@school.test'))).toMatchObject({ hint: 'request.too_many', code: 'PT429' });
  });

  it('about cookies are recorded twenty times an hour, and then dropped without an error', async () => {
    const visitor = crypto.randomUUID();
    for (let turn = 0; turn < 22; turn += 1)
      await database.as(null, (client) => client.query('select public.record_cookie_choice($1, 1, true, false, false)', [visitor]));
    const { rows } = await database.owner.query('select count(*) from public.cookie_choices where visitor_id = $1', [visitor]);
    expect(rows).toEqual([{ count: 20 }]);
  });

  it('are not open to visitors past the functions that guard them', async () => {
    const direct = database.as(null, (client) =>
      client.query("select * from public.submit_ticket($1, 'A', 'a@b.test', 'S', 'Other', 'M')", [crypto.randomUUID()]),
    );
    expect((await refusal(direct))?.code).toBe('42501');
  });
});

describe('support tickets', () => {
  it('are answered by mail, hide internal notes and show people only their own', async () => {
    const { id: user } = (await database.owner.query<{ id: string }>("select id from public.users where email = 'parent@greenfield.test'"))
      .rows[0]!;
    const sent = await ticket(crypto.randomUUID(), 'parent@greenfield.test', `, 'high', '${user}'`);
    await database.as(superAdmin, (client) => client.query("select public.reply_to_ticket($1, 'Please try the link again.')", [sent.id]));
    await database.as(superAdmin, (client) => client.query("select public.reply_to_ticket($1, 'Same as last week.', true)", [sent.id]));
    const read = (client: pg.Client) => client.query('select body from public.ticket_replies where ticket_id = $1', [sent.id]);
    expect((await database.as('parent@greenfield.test', read)).rows).toEqual([{ body: 'Please try the link again.' }]);
    expect((await database.as('student@greenfield.test', read)).rows).toEqual([]);
    expect(await mails("template = 'ticket-reply'")).toHaveLength(1);
    expect(
      (
        await refusal(
          database.as('parent@greenfield.test', (client) => client.query("select public.reply_to_ticket($1, 'Me too')", [sent.id])),
        )
      )?.code,
    ).toBe('42501');
  });
});

describe('the outbox', () => {
  it('hands each mail to one sender only, however many ask', async () => {
    await database.owner.query(
      "delete from public.mail_outbox; insert into public.mail_outbox (idempotency_key, template, to_address) select 'mail ' || n, 'order-proforma', 'a@b.test' from generate_series(1, 40) n",
    );
    const claimed = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const client = await database.connect(null);
        await client.query('reset role; set role service_role');
        const { rows } = await client.query<{ id: string }>('select id from public.claim_mails(10)');
        await client.end();
        return rows.map((row) => row.id);
      }),
    );
    expect(new Set(claimed.flat()).size).toBe(claimed.flat().length);
    expect(claimed.flat().length).toBe(40);
  });

  it('marks a mail whose sender died as perhaps sent, unless the server knows keys', async () => {
    await database.owner.query(
      "delete from public.mail_outbox; insert into public.mail_outbox (idempotency_key, template, to_address) values ('one', 'order-proforma', 'a@b.test')",
    );
    const claim = async (hasKeys: boolean) => {
      await database.owner.query('update public.mail_outbox set next_attempt_at = now()');
      const claimed = await database.asServer((client) =>
        client.query<{ interrupted: number }>('select interrupted from public.claim_mails(1, $1)', [hasKeys]),
      );
      return claimed.rows[0]?.interrupted;
    };
    expect([await claim(false), await claim(true), await claim(false), await claim(false)]).toEqual([0, 0, 1, 2]);
  });

  it('tries again after a failure or a crash, later each time, and gives up after ten', async () => {
    await database.owner.query(
      "delete from public.mail_outbox; insert into public.mail_outbox (idempotency_key, template, to_address) values ('one', 'order-proforma', 'a@b.test')",
    );
    const claim = () =>
      database
        .asServer((client) => client.query<{ id: string; attempts: number }>('select id, attempts from public.claim_mails()'))
        .then((answer) => answer.rows);
    const due = () => database.owner.query("update public.mail_outbox set next_attempt_at = now() where status in ('queued', 'sending')");
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    // The sender died: after its time the mail is due again.
    await due();
    const [second] = await claim();
    expect(second).toEqual({ id: first!.id, attempts: 2 });
    for (let turn = 3; turn <= 11; turn += 1) {
      await database.asServer((client) => client.query("select public.mail_failed($1, 'no route')", [first!.id]));
      await due();
      await claim();
    }
    expect(await mails('true')).toEqual([{ template: 'order-proforma', status: 'failed', attempts: 10 }]);
    await database.as(superAdmin, (client) => client.query('select public.retry_mail($1)', [first!.id]));
    await claim();
    await database.asServer((client) => client.query('select public.mail_sent($1)', [first!.id]));
    await database.asServer((client) => client.query("select public.mail_failed($1, 'late')", [first!.id]));
    expect(await mails('true')).toEqual([{ template: 'order-proforma', status: 'sent', attempts: 1 }]);
    const again = database.as(superAdmin, (client) => client.query('select public.retry_mail($1)', [first!.id]));
    expect((await refusal(again))?.hint).toBe('mail.not_failed');
  });
});
