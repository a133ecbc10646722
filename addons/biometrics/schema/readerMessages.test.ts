import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { admin, punch, staff, useReaders } from './useReaders.ts';

const { database, ids, one, all, call, at, reader, push, register, counts, notices, moment } = useReaders();

describe('the messages of a reader', () => {
  it('IC01: the first contact', async () => {
    await at('2026-09-14 05:30:00');
    const said = await reader({ route: 'options', query: { options: 'all', pushver: '2.4.1' } });
    expect(said).toMatch(/^GET OPTION FROM: MSM2026000417\nATTLOGStamp=/);
    for (const line of ['Realtime=1', 'TimeZone=3', 'Delay=10', 'ErrorDelay=30', 'TransInterval=1', 'Encrypt=None', 'TransFlag=1000000000'])
      expect(said!.split('\n')).toContain(line);
    expect(await one('select seen_at from public.reader_health where reader_id = $1', [ids['reader']])).toEqual(new Date(moment()));
  });

  it('IC03: the first punch of a day', async () => {
    await at('2026-09-14 06:58:14');
    expect(await push(punch(1041, '2026-09-14 06:58:12'))).toBe('OK: 1\n');
    expect(await register('1041', '2026-09-14')).toBe('present reader 06:58:12');
    expect(await counts()).toEqual({ sightings: 1, unknown: 0, malformed: 0, held: 0, messages: 1 });
  });

  it('IC05: a line that is known, and a new one', async () => {
    await at('2026-09-14 07:02:44');
    expect(await push(`${punch(1041, '2026-09-14 06:58:12')}\r\n${punch(1042, '2026-09-14 07:02:40')}\r\n`)).toBe('OK: 2\n');
    expect(await register('1042', '2026-09-14')).toBe('present reader 07:02:40');
    expect(await counts()).toMatchObject({ sightings: 2, messages: 2 });
  });

  it('a line that comes late of a reader that was not in contact', async () => {
    await at('2026-09-14 07:05:00');
    expect(await push(punch(1043, '2026-09-14 06:55:31'))).toBe('OK: 1\n');
    expect(await register('1043', '2026-09-14')).toBe('present reader 06:55:31');
  });

  it('on the second of the bell, and IC07: one second after it', async () => {
    await at('2026-09-14 08:00:05');
    expect(await push(punch(1045, '2026-09-14 08:00:00'))).toBe('OK: 1\n');
    expect(await push(punch(1044, '2026-09-14 08:00:01'))).toBe('OK: 1\n');
    expect(await register('1045', '2026-09-14')).toBe('present reader 08:00:00');
    expect(await register('1044', '2026-09-14')).toBe('late reader 08:00:01');
  });

  it('IC09: leaving says nothing and changes nothing', async () => {
    const before = await counts();
    await at('2026-09-14 15:58:12');
    expect(await push(punch(1041, '2026-09-14 15:58:10', 1))).toBe('OK: 1\n');
    expect(await counts()).toEqual({ ...before, sightings: Number(before.sightings) + 1 });
    expect(await register('1041', '2026-09-14')).toBe('present reader 06:58:12');
  });

  it('IC11: a batch with a line without a time and an unknown number', async () => {
    const before = await counts();
    await at('2026-09-14 07:20:30');
    const body = [
      punch(1046, '2026-09-14 07:20:00'),
      '1047\t\t0\t1',
      punch(888888, '2026-09-14 07:20:10'),
      punch(1047, '2026-09-14 07:20:20'),
    ].join('\n');
    expect(await push(body)).toBe('OK: 4\n');
    expect(await push(body)).toBe('OK: 4\n');
    expect(await counts()).toEqual({
      sightings: Number(before.sightings) + 2,
      unknown: 1,
      malformed: 1,
      held: 0,
      messages: Number(before.messages) + 2,
    });
    expect(await register('1046', '2026-09-14')).toBe('present reader 07:20:00');
    expect(await register('1047', '2026-09-14')).toBe('present reader 07:20:20');
    expect(await one("select raw from public.reader_lines where state = 'malformed'")).toBe('1047\t\t0\t1');
  });

  it('IC13: another school has nobody with the number', async () => {
    const before = await counts();
    await at('2026-09-14 07:30:03');
    expect(await push(punch(1041, '2026-09-14 07:30:00'), { sn: 'MSM2026000999' })).toBe('OK: 1\n');
    expect(await counts()).toEqual({ ...before, unknown: 2 });
    expect(await one("select count(*) from public.reader_lines where school_id = $1 and number = '1041'", [ids['lakeside']])).toBe(1);
  });

  it('a clock that is three hours fast: held, told once', async () => {
    const before = await counts();
    await at('2026-09-14 08:30:00');
    expect(await push(punch(1042, '2026-09-14 11:29:55'))).toBe('OK: 1\n');
    expect(await push(punch(1043, '2026-09-14 11:29:55'))).toBe('OK: 1\n');
    expect(await counts()).toEqual({ ...before, held: 2 });
    expect(await one('select drift from public.reader_health where reader_id = $1', [ids['reader']])).toBe(10_795);
    expect(await notices('fast')).toEqual([
      `${admin}: The clock of Main gate is wrong. It is 180 minutes fast. Its readings wait until you say which time counts.`,
    ]);
    await call(staff, 'select public.settle_reader_lines(array(select id from public.reader_lines where state = $1), $2)', [
      'held',
      'set_aside',
    ]);
  });

  it('IC15: a battery that died', async () => {
    const before = await counts();
    await at('2026-09-15 06:50:00');
    expect(await push(punch(1043, '2000-01-01 00:03:11'))).toBe('OK: 1\n');
    expect(await counts()).toEqual({ ...before, held: 1 });
    expect(await one("select count(*) from public.attendance where day < '2026-01-01'")).toBe(0);
    expect(await one('select clock from public.reader_health where reader_id = $1', [ids['reader']])).toBe('lost');
    expect(await notices('lost')).toEqual([
      `${admin}: The clock of Main gate is wrong. It has lost the date. Its readings wait until you say which time counts.`,
    ]);
    const [line] = await all("select id from public.reader_lines where state = 'held'");
    expect(await call(staff, 'select public.settle_reader_lines($1, $2)', [[line?.['id']], 'received'])).toBe(1);
    expect(await register('1043', '2026-09-15')).toBe('present reader 06:50:00');
  });

  it('three days off fill the registers by the rules', async () => {
    await at('2026-09-18 07:02:00');
    const lines = ['15', '16', '17'].flatMap((day, index) => [
      punch(1041, `2026-09-${day} 06:5${index}:00`),
      punch(1044, `2026-09-${day} 07:5${index}:30`),
      punch(1045, `2026-09-${day} 08:1${index}:00`),
      punch(1041, `2026-09-${day} 16:00:00`, 1),
    ]);
    const before = await counts();
    expect(await push(lines.join('\n'))).toBe('OK: 12\n');
    expect(await counts()).toEqual({ ...before, sightings: Number(before.sightings) + 12 });
    for (const [index, day] of ['2026-09-15', '2026-09-16', '2026-09-17'].entries()) {
      expect(await register('1041', day)).toBe(`present reader 06:5${index}:00`);
      expect(await register('1044', day)).toBe(`present reader 07:5${index}:30`);
      expect(await register('1045', day)).toBe(`late reader 08:1${index}:00`);
    }
    expect(await one('select clock from public.reader_health where reader_id = $1', [ids['reader']])).not.toBe('slow');
  });

  it('the day is that of Nairobi', async () => {
    await at('2026-09-18 00:40:00');
    expect(await push(punch(1042, '2026-09-18 00:39:58'))).toBe('OK: 1\n');
    expect(await register('1042', '2026-09-18')).toBe('present reader 00:39:58');
    expect(await register('1042', '2026-09-17')).toBeUndefined();
  });

  it('IC19: what it is told it asks for, does once and confirms', async () => {
    await at('2026-09-18 07:12:00');
    await database.owner.query('delete from public.reader_commands');
    expect(await reader({ route: 'getrequest' })).toBe('OK\n');
    expect(await call(staff, 'select public.send_reader_name($1)', [ids['1042']])).toBe(1);
    const told = (await reader({ route: 'getrequest' }))!;
    expect(told).toMatch(/^C:(\d{1,9}):DATA UPDATE USERINFO PIN=1042\tName=\S/);
    expect(await reader({ route: 'getrequest' })).toBe('OK\n');
    await at('2026-09-18 07:18:00');
    expect(await reader({ route: 'getrequest' })).toBe(told);
    const id = told.split(':')[1]!;
    expect(await reader({ route: 'devicecmd', body: `ID=${id}&Return=0&CMD=DATA` })).toBe('OK\n');
    await at('2026-09-18 07:28:00');
    expect(await reader({ route: 'getrequest' })).toBe('OK\n');
    expect(await one('select state from public.reader_commands')).toBe('done');
  });
});

describe('three days of 400 students', () => {
  it('IC17: come in 24 messages, three of them twice', async () => {
    await at('2026-09-18 07:30:00');
    const { owner } = database;
    await owner.query(
      `with made as (
         insert into public.students (school_id, admission_number, first_name, last_name, status, class_id, admitted_on)
         select $1, 'BIO' || n, 'Pupil', 'No ' || n, 'active', (select min(class_id::text)::uuid from public.enrolments where school_id = $1), '2026-01-05' from generate_series(0, 399) n returning id, school_id, admission_number)
       insert into public.reader_numbers (school_id, student_id, number) select school_id, id, 20000 + substr(admission_number, 4)::integer from made`,
      [ids['greenfield']],
    );
    await owner.query(
      "update public.enrolments e set started_on = '2026-01-05' from public.students s where s.id = e.student_id and s.admission_number like 'BIO%'",
    );
    await owner.query(
      `insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given)
       select s.school_id, s.id, (select g.id from public.guardians g where g.school_id = s.school_id limit 1), 'biometrics', 1, true
       from public.students s where s.admission_number like 'BIO%'`,
    );
    const two = (value: number) => String(value).padStart(2, '0');
    const lines = ['2026-09-15', '2026-09-16', '2026-09-17'].flatMap((day) =>
      Array.from({ length: 400 }, (_, n) => n).flatMap((n) => [
        punch(20_000 + n, `${day} 06:${two(n % 60)}:1${n % 10}`),
        punch(20_000 + n, `${day} 16:${two(n % 60)}:2${n % 10}`, 1),
      ]),
    );
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(
      'f8dc03db909ae5595743dd659a413fda59e0f59d414765bac557e60f7fd5eb89',
    );
    const before = await counts();
    const batches = Array.from({ length: 24 }, (_, index) => lines.slice(index * 100, index * 100 + 100));
    for (const batch of [...batches, ...batches.slice(0, 3)]) expect(await push(batch.join('\n'))).toBe('OK: 100\n');
    expect(await counts()).toEqual({ ...before, sightings: Number(before.sightings) + 2_400 });
    expect(
      await all(
        "select a.status, count(*) as marks from public.attendance a join public.students s on s.id = a.student_id where s.admission_number like 'BIO%' group by 1",
      ),
    ).toEqual([{ status: 'present', marks: 1_200 }]);
  });
});
