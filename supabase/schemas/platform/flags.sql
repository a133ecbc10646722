create table public.features (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  label text not null,
  closed_message text not null,
  is_on boolean not null default true,
  changed_at timestamptz not null default now()
);
comment on table public.features
  is 'Flags: parts of the product that a super admin can close for a while. closed_message is shown while one is. The '
    'table and set_feature keep the name that releases in use read.';

alter table public.features enable row level security;
grant select on public.features to anon, authenticated;

create policy "Everyone reads what is open" on public.features for select to anon, authenticated using (true);

create function private.require_flag() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  closed text;
begin
  select f.closed_message into closed from public.features f where f.name = tg_argv[0] and not f.is_on;
  if found then
    perform private.refuse('feature.closed', closed);
  end if;
  return new;
end
$$;

create function private.audit_flag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after)
  values (private.signed_in_uid(), 'update', 'features', new.name, jsonb_build_object('is_on', old.is_on),
    jsonb_build_object('is_on', new.is_on));
  return null;
end
$$;
create trigger audit after update on public.features for each row
  when (old.is_on is distinct from new.is_on) execute function private.audit_flag();

create function public.set_feature(feature text, is_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('settings:write');
  update public.features f set is_on = set_feature.is_on, changed_at = now() where f.name = set_feature.feature;
  if not found then
    perform private.refuse('feature.not_found', 'There is no such switch.', errcode => 'P0002');
  end if;
end
$$;
grant execute on function public.set_feature(text, boolean) to authenticated;

insert into public.features (name, label, closed_message) values
  ('checkout', 'Orders in the store',
    'The store is not taking orders at the moment. Please come back later, or write to us.'),
  ('demo_requests', 'Demo requests', 'We are not taking demo requests at the moment. Please write to us instead.'),
  ('support_tickets', 'Support tickets', 'The ticket form is closed at the moment. Please call us instead.'),
  ('trials', 'Trials', 'Free trials are not available at the moment. Please write to us instead.');
