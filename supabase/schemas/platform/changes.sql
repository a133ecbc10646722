-- What changed, for open pages: who may hear of it and which table, never the rows. Statements of tables that say so
-- write it, gateways read it twice a second for all their pages, and a page reads again what it shows as its person.
create table private.changes (
  written_in xid8 not null default pg_current_xact_id(),
  audience text not null,
  topic text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (written_in, audience, topic)
);
comment on table private.changes is 'Kept for an hour or a little more.';
comment on column private.changes.written_in is
  'The transaction: a reader that names its last snapshot gets what became visible since, also what was begun before.';
comment on column private.changes.audience is 'staff:<school>, members:<school>, person:<account> or platform.';
comment on column private.changes.topic is 'The table, and where it is told by a key, that key: attendance:<class>.';

create index changes_at_idx on private.changes (at);
alter table private.changes enable row level security;

create table private.change_secret (
  is_only boolean primary key default true check (is_only),
  secret uuid not null default gen_random_uuid()
);
comment on table private.change_secret is 'What the keys of audiences are made from.';
alter table private.change_secret enable row level security;
insert into private.change_secret default values;

-- Arguments: the column that narrows the topic or nothing, then the audiences.
create function private.note_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rows constant text := case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed'
    else '(select * from removed union all select * from added)' end;
  heard text;
begin
  for n in 1 .. tg_nargs - 1 loop
    heard := case split_part(tg_argv[n], ':', 1)
      when 'platform' then quote_literal('platform')
      when 'person' then format('''person:'' || r.%I', split_part(tg_argv[n], ':', 2))
      else format('%L || r.school_id', tg_argv[n] || ':') end;
    execute format('insert into private.changes (audience, topic)
      select distinct %s, %L || %s from %s r where %1$s is not null on conflict do nothing',
      heard, tg_table_name,
      case tg_argv[0] when '' then '''''' else format('coalesce('':'' || r.%I, '''')', tg_argv[0]) end,
      rows);
  end loop;
  return null;
end
$$;

create function private.tell_changes(name regclass, audiences text[], key text default null) returns void
language plpgsql set search_path = '' as $$
declare
  heard text;
  verb record;
begin
  foreach heard in array audiences loop
    if heard !~ '^(staff|members|platform|person:[a-z_]+)$' then
      raise exception '% is no audience: staff, members, platform or person:<column>.', heard;
    end if;
  end loop;
  for verb in select * from (values
    ('insert', 'tell_added', 'new table as added'),
    ('update', 'tell_changed', 'old table as removed new table as added'),
    ('delete', 'tell_removed', 'old table as removed')) as v (name, trigger, rows)
  loop
    execute format('create trigger %I after %s on %s referencing %s
      for each statement execute function private.note_changes(%s)',
      verb.trigger, verb.name, tell_changes.name, verb.rows,
      (select string_agg(quote_literal(a.word), ', ' order by a.n)
        from unnest(coalesce(tell_changes.key, '') || tell_changes.audiences) with ordinality as a (word, n)));
  end loop;
end
$$;
comment on function private.tell_changes(regclass, text[], text) is
  'Tells open pages of what statements do to a table: '
  'those of the staff or of all members of the school in school_id, of super admins, and of the person in a column.';

create function private.audience_key(audience text) returns bytea
language sql stable security definer set search_path = '' as $$
  select extensions.hmac(audience, s.secret::text, 'sha256') from private.change_secret s
$$;

-- Who has the key of an audience reads what it is told.
create function public.my_live_keys() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select encode(private.audience_key(a.name), 'hex') from (values
    ('person:' || private.signed_in_uid()),
    ('members:' || private.my_school()),
    ('staff:' || private.school_where('school:work')),
    (case when private.may('platform:read') then 'platform' end)) as a (name)
  where a.name is not null order by 1)
$$;
comment on function public.my_live_keys() is
  'The keys of what the caller may hear of: their own, their school''s, the platform''s. Empty for whom nobody knows.';
grant execute on function public.my_live_keys() to authenticated;

-- The topic is sealed with the audience's key, and the audience is the hash of that key: a gateway has no secret, and
-- anyone else who asks learns that something changed somewhere. The nonce is made from what is sealed.
create function public.live_changes(since text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  now_seen constant pg_catalog.pg_snapshot := pg_current_snapshot();
  last_seen constant pg_catalog.pg_snapshot := case when since ~ '^\d+:\d+:[\d,]*$' then since end;
  -- After a backup is restored, transactions are counted from an earlier number.
  is_known constant boolean := coalesce(pg_snapshot_xmax(last_seen) <= pg_snapshot_xmax(now_seen), false);
  most constant integer := 5000;
  found jsonb;
begin
  -- A gateway of the release before asks by GET, which may write nothing.
  if current_setting('transaction_read_only') = 'off' then
    perform private.note_gone_workers();
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.written_in::text, encode(extensions.digest(k.key, 'sha256'), 'hex'),
    encode(n.nonce || extensions.encrypt_iv(convert_to(c.topic, 'utf8'), k.key, n.nonce, 'aes-cbc/pad:pkcs'),
      'base64'))),
    '[]') into found
  from (select w.written_in, w.audience, w.topic from private.changes w
    where is_known and w.written_in >= pg_snapshot_xmin(last_seen)
      and not pg_visible_in_snapshot(w.written_in, last_seen) limit most + 1) c
  cross join lateral (select private.audience_key(c.audience) as key) k
  cross join lateral (
    select extensions.hmac(convert_to(c.written_in || ' ' || c.topic, 'utf8'), k.key, 'md5') as nonce) n;
  return jsonb_build_object('seen', now_seen::text, 'is_whole', is_known and jsonb_array_length(found) <= most,
    'changes', found);
end
$$;
comment on function public.live_changes(text) is 'What became visible since a snapshot that this function returned: of '
  'each the transaction, the audience and the sealed topic. Not whole where the snapshot is unknown or there was too '
  'much: everything may have changed then.';
grant execute on function public.live_changes(text) to anon, authenticated;
