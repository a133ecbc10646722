-- Who wants to be told when an add-on that is in preparation can be bought. They are told once, and forgotten.

create table private.addon_interest (
  addon_id uuid not null references public.addons (id) on delete cascade,
  email text not null check (private.is_email(email)),
  language text check (language in ('en', 'sw')),
  created_at timestamptz not null default now()
);

create unique index addon_interest_key on private.addon_interest (addon_id, lower(email));

alter table private.addon_interest enable row level security;

create function public.tell_when_ready(addon_id uuid, email text, sender_key text default null,
  language text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(tell_when_ready.email));
begin
  perform private.limit_form_requests('tell when ready', tell_when_ready.sender_key, address);
  if not exists (select from public.addons a where a.id = tell_when_ready.addon_id and a.is_active
    and not a.is_ready) then
    perform private.refuse('addon.ready', 'This add-on is already on sale. Reload the page.');
  end if;
  insert into private.addon_interest (addon_id, email, language)
    values (tell_when_ready.addon_id, address, private.known_language(tell_when_ready.language))
  on conflict (addon_id, lower(email)) do nothing;
end
$$;
comment on function public.tell_when_ready(uuid, text, text, text)
  is 'Keeps an address until the add-on is ready; one mail goes to it then. Called by the function of the same name.';

create function private.tell_interested() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  interested record;
begin
  for interested in
    with told as (delete from private.addon_interest i where i.addon_id = new.id returning i.email, i.language)
    select * from told t order by lower(t.email)
  loop
    perform private.queue_mail('addon-ready/' || new.id || '/' || md5(interested.email),
      'addon-ready', interested.email,
      jsonb_build_object('addon', new.name, 'category', new.category), null, interested.language);
  end loop;
  return null;
end
$$;
create trigger tell_interested after update of is_ready on public.addons for each row
  when (new.is_ready and not old.is_ready) execute function private.tell_interested();
