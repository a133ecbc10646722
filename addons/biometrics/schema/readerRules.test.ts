import { describe, expect, it } from 'vitest';
import { refusal } from '@masomo/supabase/tests/database.ts';
import { runJob } from '@masomo/supabase/tests/jobs.ts';
import { address, admin, parent, punch, serial, staff, useReaders } from './useReaders.ts';

const { database, ids, one, all, call, at, reader, push, register, counts, notices, connect, giveNumbers } = useReaders();

describe('a number that nobody has', () => {
  it('is kept, and fills the register when a student gets it', async () => {
    await at('2026-09-21 07:10:02');
    await push(punch(5550, '2026-09-21 07:10:00'));
    await at('2026-09-22 07:10:02');
    await push(punch(5550, '2026-09-22 08:20:00').replace('08:20:00', '07:10:00'));
    expect(await all('select number, readings from public.unknown_reader_numbers()').catch(() => 'refused')).toBe('refused');
    expect(
      await database.as(staff, async (client) => (await client.query('select number, readings from public.unknown_reader_numbers()')).rows),
    ).toContainEqual({ number: '5550', readings: 2 });
    await giveNumbers(['5550'], 7);
    expect(await register('5550', '2026-09-21')).toBe('present reader 07:10:00');
    expect(await register('5550', '2026-09-22')).toBe('present reader 07:10:00');
    expect(await one("select count(*) from public.reader_lines where number = '5550'")).toBe(0);
  });

  it('is not given without the consent of the guardians, and goes when one withdraws it', async () => {
    const student = String(
      await one(
        "select s.id from public.students s where s.school_id = $1 and s.status = 'active' and not exists (select from public.consents c where c.student_id = s.id and c.purpose = 'biometrics') order by s.admission_number limit 1",
        [ids['greenfield']],
      ),
    );
    const given = call(staff, 'select public.give_reader_number($1, $2)', [student, '777']);
    expect((await refusal(given))?.message).toContain('have not agreed to fingerprints and faces. Give a card for the gate instead.');
    expect((await refusal(call(staff, 'select public.give_reader_number($1, $2)', [ids['1041'], '1042'])))?.message).toMatch(
      / has this number\.$/,
    );
    await database.owner.query('delete from public.reader_commands');
    await database.owner.query(
      `insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given)
       select $1, $2, (select g.id from public.guardians g where g.school_id = $1 and not exists (select from public.consents c where c.student_id = $2 and c.guardian_id = g.id) limit 1), 'biometrics', 1, false`,
      [ids['greenfield'], ids['5550']],
    );
    expect(await one("select count(*) from public.reader_numbers where number = '5550'")).toBe(0);
    expect(await reader({ route: 'getrequest' })).toMatch(/^C:\d+:DATA DELETE USERINFO PIN=5550\n$/);
  });

  it('is given by screens of before that say who boards, and the student decides', async () => {
    const boarding = () => one('select boarding from public.students where id = $1', [ids['1041']]);
    const before = await boarding();
    await call(staff, "select public.give_reader_number($1, '1041', is_boarder => true)", [ids['1041']]);
    await call(staff, 'select public.number_class((select class_id from public.students where id = $1), is_boarder => true)', [
      ids['1041'],
    ]);
    expect([await boarding(), before]).toEqual([null, null]);
  });

  it('keeps no template of a finger or a face', async () => {
    await at('2026-09-22 09:00:00');
    const template = 'FP PIN=1041\tFID=0\tSize=1024\tValid=1\tTMP=ZkqTemplate';
    expect(await reader({ query: { table: 'OPERLOG', Stamp: '9999' }, body: `${template}\n${template}` })).toBe('OK: 2\n');
    expect(await reader({ query: { table: 'BIODATA', Stamp: '9999' }, body: 'BIODATA Pin=1041\tTmp=ZkqTemplate' })).toBe('OK: 1\n');
    expect(await one("select count(*) from public.reader_lines l where l::text like '%ZkqTemplate%'")).toBe(0);
  });
});

describe('two readers', () => {
  it('that see a student at once make two sightings, one mark, the earlier, and one message', async () => {
    const second = await connect(ids['greenfield']!, admin, 'MSM2026000418');
    await at('2026-09-23 07:30:12');
    const before = await counts();
    const [one_, two] = await Promise.all([database.connect(null), database.connect(null)]);
    const send = async (client: typeof one_, sn: string, time: string) => {
      await client.query("select set_config('request.headers', $1, false)", [JSON.stringify({ 'x-forwarded-for': address })]);
      return client.query('select public.reader_call($1, $2, $3, $4)', ['cdata', { SN: sn, table: 'ATTLOG' }, punch(1046, time), '']);
    };
    await Promise.all([send(one_, serial, '2026-09-23 07:30:10'), send(two, 'MSM2026000418', '2026-09-23 07:30:00')]);
    await Promise.all([one_.end(), two.end()]);
    expect(await counts()).toEqual({ ...before, sightings: Number(before.sightings) + 2, messages: Number(before.messages) + 1 });
    expect(await register('1046', '2026-09-23')).toBe('present reader 07:30:00');
    await call(admin, 'select public.remove_reader($1)', [second]);
  });

  it('of one serial number are refused without naming the school', async () => {
    const added = call(admin, 'select public.add_reader($1, $2)', ['Gate', 'msm2026000999']);
    expect((await refusal(added))?.message).toBe(
      'A reader with this serial number is connected already. If it is yours, write to support.',
    );
  });
});

describe('a slow clock', () => {
  it('is found when live readings are late by the same, and told once', async () => {
    for (const [index, number] of [1041, 1042, 1043, 1044, 1045].entries()) {
      await at(`2026-09-24 07:5${index}:00`);
      expect(await push(punch(number, `2026-09-24 07:1${index}:00`))).toBe('OK: 1\n');
    }
    expect(await one('select clock || drift from public.reader_health where reader_id = $1', [ids['reader']])).toBe('slow-2400');
    expect(await notices('slow')).toHaveLength(1);
    expect(await one("select count(*) from public.attendance where day = '2026-09-24' and status = 'late'")).toBe(0);
    const waiting = await all("select id from public.reader_lines where state = 'held' order by read_at");
    expect(waiting).toHaveLength(3);
    await call(staff, 'select public.settle_reader_lines($1, $2)', [waiting.map(({ id }) => id), 'received']);
    expect(await register('1045', '2026-09-24')).toBe('present reader 07:54:00');
    await at('2026-09-24 08:30:00');
    await push(punch(1046, '2026-09-24 08:29:59'));
    expect(await one('select clock from public.reader_health where reader_id = $1', [ids['reader']])).toBe('right');
  });
});

describe('who a reader is', () => {
  it('does not follow from its number: another address is refused and noted', async () => {
    const before = await counts();
    expect(await push(punch(1047, '2026-09-24 08:29:58'), { from: '197.1.2.3' })).toBeNull();
    expect(await counts()).toEqual(before);
    expect(await one('select stranger_from from public.reader_health where reader_id = $1', [ids['reader']])).toBe('197.1.2.3');
    expect(await reader({ sn: 'NOBODY-KNOWS-IT', route: 'options' })).toBeNull();
  });

  it('may follow from a host name that nobody knows', async () => {
    const key = String(await call(admin, 'select public.approve_reader($1, null, true)', [ids['reader']]));
    expect(key).toMatch(/^[a-z0-9]{16}$/);
    expect(await reader({ route: 'getrequest', from: '197.1.2.3' })).toBeNull();
    expect(await reader({ route: 'getrequest', from: '197.1.2.3', host: `${key}.school.test:8080` })).not.toBeNull();
    await call(admin, 'select public.approve_reader($1, $2)', [ids['reader'], '41.90.64.0/24']);
    expect(await reader({ route: 'getrequest' })).not.toBeNull();
    for (const network of ['', 'somewhere', '41.90.64.12/8'])
      expect((await refusal(call(admin, 'select public.approve_reader($1, $2)', [ids['reader'], network])))?.hint).toMatch(/^reader\./);
  });

  it('is silent while it is stopped', async () => {
    await call(admin, 'select public.stop_reader($1)', [ids['reader']]);
    expect(await reader({ route: 'getrequest' })).toBeNull();
    await call(admin, 'select public.stop_reader($1)', [ids['reader']]);
    await call(admin, 'select public.approve_reader($1, $2)', [ids['reader'], address]);
    expect(await reader({ route: 'getrequest' })).not.toBeNull();
  });

  it('is limited', async () => {
    await database.owner.query("delete from private.rate_limits where subject like 'reader %'");
    await database.owner.query(
      "insert into private.rate_limits (subject, window_start, hits) select 'reader ' || $1, date_bin(interval '1 minute', now() + m * interval '1 minute', timestamptz '2000-01-01'), 900 from generate_series(0, 1) m",
      [ids['reader']],
    );
    expect(await reader({ route: 'getrequest' })).toBeNull();
    await database.owner.query("delete from private.rate_limits where subject like 'reader %'");
    expect(await reader({ route: 'getrequest' })).not.toBeNull();
  });
});

describe('a licence that is over', () => {
  it('acknowledges nothing, so that both days come whole after the renewal', async () => {
    const { owner } = database;
    await at('2026-09-28 08:30:00');
    await owner.query("update public.licences set valid_until = '2026-09-27' where feature = 'addon:biometrics'");
    const before = await counts();
    expect(await push(punch(1041, '2026-09-28 07:00:00'))).toBeNull();
    expect(await counts()).toEqual(before);
    await owner.query("update public.licences set valid_until = null where feature = 'addon:biometrics'");
    await at('2026-09-30 08:30:00');
    expect(await push([punch(1041, '2026-09-28 07:00:00'), punch(1041, '2026-09-29 08:10:00')].join('\n'))).toBe('OK: 2\n');
    expect(await register('1041', '2026-09-28')).toBe('present reader 07:00:00');
    expect(await register('1041', '2026-09-29')).toBe('late reader 08:10:00');
  });
});

describe('a boarder', () => {
  const compound = async (isIn: boolean) =>
    database.as(staff, async (client) =>
      (await client.query('select student_id from public.compound_list($1)', [isIn])).rows.map(
        (row: { student_id: string }) => row.student_id,
      ),
    );

  it('is on the compound at night and not late', async () => {
    await at('2026-09-30 22:10:03');
    expect(await push(punch(1047, '2026-09-30 22:10:00'))).toBe('OK: 1\n');
    expect(await register('1047', '2026-09-30')).toBeUndefined();
    expect(await compound(true)).toEqual([ids['1047']]);
    await at('2026-10-01 09:30:01');
    await push(punch(1047, '2026-10-01 09:30:00'));
    expect(await register('1047', '2026-10-01')).toBe('present reader 09:30:00');
    await at('2026-10-01 16:00:01');
    await push(punch(1047, '2026-10-01 16:00:00', 1));
    expect([await compound(true), await compound(false)]).toEqual([[], [ids['1047']]]);
  });

  it('is reported home when they come back, not at each reading', async () => {
    const before = await counts();
    await at('2026-10-02 07:00:01');
    await push(punch(1047, '2026-10-02 07:00:00'));
    expect((await counts()).messages).toBe(Number(before.messages) + 1);
    await at('2026-10-05 07:00:01');
    await push(punch(1047, '2026-10-05 07:00:00'));
    expect((await counts()).messages).toBe(Number(before.messages) + 1);
  });
});

describe('a silent reader', () => {
  it('is red after ten minutes in the hours of the school, and told once', async () => {
    const isSilent = async () =>
      database.as(
        staff,
        async (client) =>
          (await client.query('select is_silent, today from public.reader_list()')).rows[0] as { is_silent: boolean; today: number },
      );
    await at('2026-10-06 07:00:00');
    await push(punch(1041, '2026-10-06 06:59:59'));
    expect(await isSilent()).toEqual({ is_silent: false, today: 1 });
    await at('2026-10-06 07:09:00');
    expect((await isSilent()).is_silent).toBe(false);
    await at('2026-10-06 07:11:00');
    expect((await isSilent()).is_silent).toBe(true);
    for (let times = 0; times < 2; times += 1) await runJob(database, 'biometrics-silent-readers');
    expect(await notices('silent')).toEqual([
      `${admin}: Main gate does not call. Nothing came from it for ten minutes. What it reads is kept in it and comes later.`,
    ]);
    for (const time of ['2026-10-06 20:00:00', '2026-10-10 09:00:00']) {
      await at(time);
      expect((await isSilent()).is_silent).toBe(false);
    }
  });

  it("is nobody else's to see", async () => {
    for (const caller of [parent, 'teacher@greenfield.test'])
      expect((await refusal(call(caller, 'select * from public.reader_list()')))?.code).toBe('42501');
  });
});

describe('a family of a school with readers alone', () => {
  it('chooses whether arrivals are mailed, and is not mailed against it', async () => {
    const topics = async () => (await call(parent, 'select public.message_choices()')) as { topics: { topic: string; mail: boolean }[] };
    expect((await topics()).topics).toContainEqual(expect.objectContaining({ topic: 'gate', mail: true }));
    const [student] = await all(
      "select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id join public.reader_numbers n on n.student_id = sg.student_id where g.email = 'parent@greenfield.test' order by n.number limit 1",
    );
    const number = String(await one('select number from public.reader_numbers where student_id = $1', [student!['student_id']]));
    const mails = () =>
      one("select count(*) from public.mail_outbox where template = 'gate-arrival' and to_address = 'parent@greenfield.test'");
    await call(parent, "select public.choose_message('gate', 'mail', false)");
    await call(parent, "select public.choose_message('gate', 'push', false)");
    const before = await mails();
    await at('2026-10-07 07:00:00');
    await push(punch(number, '2026-10-07 06:59:59'));
    expect(await mails()).toBe(before);
    await database.owner.query("delete from private.message_choices where topic = 'gate'");
    await at('2026-10-08 07:00:00');
    await push(punch(number, '2026-10-08 06:59:59'));
    expect(Number(await mails())).toBe(Number(before) + 1);
  });
});
