-- Signed keys of Standalone schools. The seller signs what a licence grants with a private key; the school's own
-- server verifies the signature and stores what the key says, also without a connection. The database has no Ed25519,
-- so functions with the secret key sign and verify, and nobody else may call these.

-- Licences that the seller has withdrawn, as its signed list says.
create table private.revoked_licences (
  issued_as uuid primary key,
  created_at timestamptz not null default now()
);
comment on table private.revoked_licences
  is 'Licences that the seller has withdrawn, so that their keys are refused also when they are entered later.';

alter table private.revoked_licences enable row level security;

-- What a signed key of a licence says. The code of the licence is on the buyer's order and cannot be guessed.
create function public.licence_claims(code text, installation uuid default null, sender_key text default null)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sold public.licences;
begin
  perform private.limit_rate('licence key from ' || coalesce(sender_key, 'unknown'), 60, interval '1 hour');
  select * into sold from public.licences l where l.licence_key = upper(btrim(licence_claims.code))
    and l.order_id is not null for update;
  if not found or sold.category <> 'standalone' or sold.kind = 'service' then
    perform private.refuse(
      'licence.unknown_code', 'There is no Standalone licence with this code. Copy the code from your order.',
      field => 'code');
  elsif sold.revoked_at is not null then
    perform private.refuse('licence.paid_back', 'This licence was paid back, so it has no key.', field => 'code');
  end if;
  if sold.school_id is null and sold.installation is null then
    if licence_claims.installation is null then
      perform private.refuse(
        'licence.no_number', 'Enter the number of your school. It is on its screen “Plan and licences”.',
        field => 'installation');
    end if;
    update public.licences l set installation = licence_claims.installation where l.id = sold.id returning * into sold;
  elsif licence_claims.installation <> coalesce(sold.installation, sold.school_id) then
    perform private.refuse(
      'licence.other_number', 'The key of this licence was issued for another school. Write to us to have it moved.',
      field => 'installation');
  end if;
  return jsonb_build_object(
    'licence', sold.id, 'name', sold.name, 'kind', sold.kind, 'number', coalesce(sold.installation, sold.school_id),
    'school', coalesce((select s.name from public.schools s where s.id = sold.school_id),
      (select o.institution from public.orders o where o.id = sold.order_id)),
    'features', case when sold.feature is null then '[]'::jsonb else jsonb_build_array(sold.feature) end,
    'campuses', sold.quantity, 'from', sold.valid_from, 'until', sold.valid_until, 'issued',
      floor(extract(epoch from sold.created_at))::bigint);
end
$$;
comment on function public.licence_claims(text, uuid, text) is 'For the server: what the signed key of a Standalone '
  'licence says, by the code on the order. The number of the installation is bound to the licence once.';

-- Stores what a verified key says. Entered again, it changes nothing.
create function public.activate_licence(school uuid, claims jsonb, signed_key text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  licensed public.schools;
  today constant date := private.school_today(school);
  until_day constant date := (claims ->> 'until')::date;
  licence constant uuid := (claims ->> 'licence')::uuid;
  -- A key that was signed after a withdrawal says that the order was paid again.
  signed_at constant timestamptz := coalesce(to_timestamp((claims ->> 'issued')::bigint), '-infinity');
begin
  select * into licensed from public.schools s where s.id = activate_licence.school;
  if licensed.version <> 'standalone' then
    perform private.refuse('licence.not_standalone',
      'Your school runs with us, so what it buys is on by itself. Keys are for schools with a server of their own.',
      field => 'key');
  elsif (claims ->> 'number')::uuid is distinct from licensed.id then
    perform private.refuse('licence.other_school', 'This key is for {school}. Enter the key of your own school.',
      jsonb_build_object('school', claims ->> 'school'), 'key');
  elsif until_day < today then
    perform private.refuse('licence.expired', 'This key ended on {day}. Renew the licence and enter its new key.',
      jsonb_build_object('day', private.day(until_day)), 'key');
  elsif exists (select from private.revoked_licences r where r.issued_as = licence and r.created_at >= signed_at)
    or exists (select from public.licences l where l.id = licence and l.revoked_at is not null or l.issued_as = licence
      and l.revoked_at >= signed_at) then
    perform private.refuse('licence.revoked', 'This key was withdrawn, for its order was paid back.', field => 'key');
  end if;
  delete from private.revoked_licences r where r.issued_as = licence;
  update public.licences l set revoked_at = null, valid_from = (claims ->> 'from')::date, valid_until = until_day
  where l.issued_as = licence and l.school_id = activate_licence.school and l.revoked_at is not null;
  insert into public.licences (school_id, kind, name, category, quantity, licence_key, valid_from, valid_until, feature,
    issued_as)
  select school, (claims ->> 'kind')::public.order_item_kind, claims ->> 'name', 'standalone',
    (claims ->> 'campuses')::integer,
    case f.ordinality when 1 then signed_key else signed_key || '#' || f.ordinality end, (claims ->> 'from')::date,
      until_day, f.feature, licence
  from (select e.value #>> '{}' as feature, e.ordinality
    from jsonb_array_elements(case when jsonb_array_length(claims -> 'features') = 0 then '[null]'
    else claims -> 'features' end) with ordinality e) f
  on conflict do nothing;
  if claims ->> 'kind' = 'plan' then
    perform private.subscribe_by_key(school, claims);
  end if;
  return jsonb_build_object('name', claims ->> 'name', 'valid_from', claims ->> 'from',
    'valid_until', claims ->> 'until');
end
$$;
comment on function public.activate_licence(uuid, jsonb, text)
  is 'For the server: stores the licence of a key whose signature it has verified.';

-- The period of a plan's key, for the days that no other period has. Where the order was placed in this same
-- installation, its period stands already.
create function private.subscribe_by_key(school uuid, claims jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  licence constant uuid := (claims ->> 'licence')::uuid;
  first_day date;
begin
  perform private.lock_subscription(school);
  if exists (select from public.subscriptions s join public.licences l on l.order_item_id = s.order_item_id
    where l.id = licence) or exists (select from public.subscriptions s where s.issued_as = licence
    and s.revoked_at is null) then
    return;
  end if;
  update public.subscriptions s set issued_as = null where s.issued_as = licence;
  select greatest((claims ->> 'from')::date, max(s.ends_on) + 1) into first_day from public.subscriptions s
    where s.school_id = school and s.revoked_at is null;
  if first_day > (claims ->> 'until')::date then
    return;
  end if;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, issued_as)
  select school, p.id, 'annual', first_day, (claims ->> 'until')::date, licence from public.plans p
    where p.category = 'standalone' and p.name = claims ->> 'name'
  order by p.is_active desc limit 1;
  update public.schools s set closed_at = null where school in (s.id, s.branch_of)
    and s.closed_at is not null;
end
$$;

-- What the signed list of revoked licences says. A list never gives back what an earlier one took.
create function public.apply_revoked_licences(revoked uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  insert into private.revoked_licences (issued_as) select unnest(revoked) on conflict do nothing;
  update public.licences l set revoked_at = now() where l.issued_as = any (revoked) and l.revoked_at is null;
  get diagnostics changed = row_count;
  update public.subscriptions s set revoked_at = now() where s.issued_as = any (revoked) and s.revoked_at is null;
  return changed;
end
$$;
comment on function public.apply_revoked_licences(uuid[])
  is 'For the server: takes away the licences that the seller has withdrawn; returns how many.';

create function public.list_revoked_licences() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(l.id order by l.revoked_at), '{}') from public.licences l
  where l.order_id is not null and l.category = 'standalone' and l.revoked_at is not null
    and coalesce(l.valid_until, 'infinity') >= private.today() - 30
$$;
comment on function public.list_revoked_licences()
  is 'For the server: Standalone licences that were paid back and would still hold.';
