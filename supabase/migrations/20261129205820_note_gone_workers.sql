set check_function_bodies = off;

alter table private.job_workers
  add column is_gone boolean not null default false;

create or replace function private.note_gone_workers()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update private.job_workers w set is_gone = not w.is_gone
  where w.is_gone <> (w.seen_at < now() - interval '2 minutes')
$function$;

create or replace function private.tell_of_workers()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.changes (audience, topic) values ('platform', 'jobs') on conflict do nothing;
  return null;
end
$function$;

create or replace function public.live_changes (
  since text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create trigger tell_added
  after insert or delete on private.job_workers
  for each row
  execute function private.tell_of_workers();

create trigger tell_changed
  after update on private.job_workers
  for each row
  when ((old.is_gone <> new.is_gone))
  execute function private.tell_of_workers();

comment on column private.job_workers.is_gone is 'Whether it was not seen for two minutes, as the readers of changes noted.';

revoke all on function private.note_gone_workers() from public;

revoke all on function private.tell_of_workers() from public;
