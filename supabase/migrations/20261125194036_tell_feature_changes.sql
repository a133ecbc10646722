set check_function_bodies = off;

create table private.feature_changes (
  id         bigint                   generated always as identity not null,
  school_id  uuid                     not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint feature_changes_pkey primary key (id)
);

alter table private.feature_changes
  enable row level security;

create or replace function private.note_feature_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.school_id is not null then
    -- Never waits for another purchase.
    delete from private.feature_changes where id in (select c.id from private.feature_changes c where c.changed_at < now() - interval '10 minutes' order by c.id limit 100 for update skip locked);
    insert into private.feature_changes (school_id) values (new.school_id);
  end if;
  return null;
end
$function$;

create or replace function public.feature_changes()
  returns table (
    id    bigint,
    topic text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.id, encode(extensions.digest(c.school_id::text, 'sha256'), 'hex') from private.feature_changes c where c.changed_at > now() - interval '1 minute' order by c.id
$function$;

alter table private.feature_changes
  add constraint feature_changes_school_id_fkey foreign key (school_id) references public.schools (id) on delete cascade;

create index feature_changes_school_idx on private.feature_changes using btree (school_id);

create index feature_changes_time_idx on private.feature_changes using btree (changed_at);

create trigger note_feature_change
  after insert or update on public.licences
  for each row
  execute function private.note_feature_change();

create trigger note_feature_change
  after insert or update on public.subscriptions
  for each row
  execute function private.note_feature_change();

comment on function public.feature_changes() is 'What schools bought and lost in the last minute: an id and the hash of the school''s id. A page that shows such a school reads its features again.';

comment on table private.feature_changes is 'Kept for some minutes.';

revoke all on function private.note_feature_change() from public;

revoke all on function public.feature_changes() from public;

grant execute on function public.feature_changes() to anon, authenticated;

grant execute on function public.feature_changes() to service_role;

grant all on table private.feature_changes to service_role;
