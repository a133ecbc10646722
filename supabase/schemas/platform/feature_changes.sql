-- That something of a school's plan or add-ons may have changed, for open pages. Gateways read it; what has changed, a
-- page reads as its person.
create table private.feature_changes (
  id bigint generated always as identity primary key,
  school_id uuid not null references public.schools (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table private.feature_changes is 'Kept for some minutes.';

create index feature_changes_school_idx on private.feature_changes (school_id);
create index feature_changes_time_idx on private.feature_changes (changed_at);

select private.school_table('private.feature_changes', needs_subscription => false);

create function private.note_feature_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.school_id is not null then
    -- Never waits for another purchase.
    delete from private.feature_changes
      where id in (select c.id from private.feature_changes c where c.changed_at < now() - interval '10 minutes'
      order by c.id limit 100 for update skip locked);
    insert into private.feature_changes (school_id) values (new.school_id);
  end if;
  return null;
end
$$;
create trigger note_feature_change after insert
  or update on public.licences for each row execute function private.note_feature_change();
create trigger note_feature_change after insert
  or update on public.subscriptions for each row execute function private.note_feature_change();

-- A school by its hash: whoever asks learns nothing about a school whose id they do not have.
create function public.feature_changes() returns table (id bigint, topic text)
language sql stable security definer set search_path = '' as $$
  select c.id, encode(extensions.digest(c.school_id::text, 'sha256'), 'hex') from private.feature_changes c
    where c.changed_at > now() - interval '1 minute' order by c.id
$$;
comment on function public.feature_changes() is 'What schools bought and lost in the last minute: an id and the hash '
  'of the school''s id. A page that shows such a school reads its features again.';
grant execute on function public.feature_changes() to anon, authenticated;
