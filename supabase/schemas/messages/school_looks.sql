-- What the papers of a school look like. A school sets values, never the source of a template.
create table private.school_looks (
  school_id uuid primary key references public.schools (id) on delete cascade,
  accent text not null check (accent ~ '^#[0-9a-f]{6}$'),
  head text not null default '' check (length(head) <= 404),
  foot text not null default '' check (length(foot) <= 200),
  thanks text not null default '' check (length(thanks) <= 200),
  signer_name text not null default '' check (length(signer_name) <= 80),
  signer_title text not null default '' check (length(signer_title) <= 80),
  crest_path text,
  signature_path text,
  updated_at timestamptz not null default now()
);
comment on table private.school_looks is 'The look of the papers of a school: colour, lines of the head and the foot, '
  'thanks, who signs. Pictures are in the bucket school-documents, at <school id>/look/<name>.';

select private.school_table('private.school_looks', audit => true);

create trigger touch before update on private.school_looks for each row execute function private.touch_updated_at();

create function private.paper_school(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', h.name, 'motto', h.motto, 'email', h.email, 'phone', h.phone,
    'address', concat_ws(', ', h.address, h.city), 'time_zone', h.time_zone,
    'payment_instructions', h.payment_instructions,
    'look', (select to_jsonb(l) - '{school_id,updated_at}'::text[] from private.school_looks l
      where l.school_id = h.id))
  from public.schools h where h.id = paper_school.school
$$;
comment on function private.paper_school(uuid) is 'What the papers of a school say of it: {name, motto, email, phone, '
  'address, time_zone, payment_instructions, look}; look is null until the school has set one.';
grant execute on function private.paper_school(uuid) to authenticated;

-- For papers about which no other function says whose they are.
create function public.paper_school() returns jsonb
language sql stable security definer set search_path = '' as $$ select private.paper_school(private.my_school()) $$;
comment on function public.paper_school() is 'What the papers of the caller''s school say of it, which every member '
  'reads on them; null for those of no school.';
grant execute on function public.paper_school() to authenticated;

create function public.school_look() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.paper_school(private.require('school:run'))
$$;
comment on function public.school_look() is 'What the papers of the caller''s school say of it; for administrators.';
grant execute on function public.school_look() to authenticated;

-- How much a colour differs from the white of paper, from 1 to 21 (WCAG 2.2, relative luminance).
create function private.contrast_with_white(color text) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select 1.05 / (0.05 + sum(p.weight * case when p.part <= 0.04045 then p.part / 12.92
    else power((p.part + 0.055) / 1.055, 2.4) end))
  from (select w.weight, get_byte(decode(substr(contrast_with_white.color, 2), 'hex'), w.place) / 255.0 as part
    from (values (0, 0.2126), (1, 0.7152), (2, 0.0722)) as w (place, weight)) p
$$;

-- The path of a picture that the caller uploaded for the papers of the school, or that they have already.
create function private.require_paper_picture(school uuid, path text, field text) returns text
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  picture constant text := private.null_if_blank(path);
begin
  if picture is null or exists (select from private.school_looks l where l.school_id = school
    and picture in (l.crest_path, l.signature_path)) then
    return picture;
  end if;
  if not exists (select from storage.objects o where o.bucket_id = 'school-documents' and o.name = picture
    and o.name like school || '/look/%' and o.owner_id = private.signed_in_uid()::text
    and o.metadata ->> 'mimetype' in ('image/png', 'image/jpeg')
    and (o.metadata ->> 'size')::bigint between 1 and 512000) then
    perform private.refuse('look.picture', 'Choose a PNG or JPEG picture of at most 500 KB.', field => field);
  end if;
  return picture;
end
$$;

create function public.save_school_look(accent text, head text default '', foot text default '', thanks text default '',
  signer_name text default '', signer_title text default '', crest_path text default null,
  signature_path text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  color constant text := lower(btrim(save_school_look.accent));
  lines constant text[] := regexp_split_to_array(btrim(coalesce(save_school_look.head, ''), E' \r\n\t'), '\s*\n\s*');
begin
  if color is null or color !~ '^#[0-9a-f]{6}$' then
    perform private.refuse('look.color', 'Enter the colour as six digits, such as #0b5d4b.', field => 'accent');
  end if;
  if private.contrast_with_white(color) < 4.5 then
    perform private.refuse('look.pale_color', 'This colour is too pale to be read on white paper. Choose a darker one.',
      field => 'accent');
  end if;
  if cardinality(lines) > 5 then
    perform private.refuse('look.head_lines', 'Use at most {limit} lines.', jsonb_build_object('limit', 5), 'head');
  end if;
  if exists (select from unnest(lines) as l (line) where length(l.line) > 80) then
    perform private.refuse('look.head_line', 'Use at most {limit} characters in a line.',
      jsonb_build_object('limit', 80), 'head');
  end if;
  insert into private.school_looks as l
    (school_id, accent, head, foot, thanks, signer_name, signer_title, crest_path, signature_path)
  values (school, color, array_to_string(lines, E'\n'), private.optional_text(save_school_look.foot, 200, 'foot'),
    private.optional_text(save_school_look.thanks, 200, 'thanks'),
    private.optional_text(save_school_look.signer_name, 80, 'signer_name'),
    private.optional_text(save_school_look.signer_title, 80, 'signer_title'),
    private.require_paper_picture(school, save_school_look.crest_path, 'crest_path'),
    private.require_paper_picture(school, save_school_look.signature_path, 'signature_path'))
  on conflict (school_id) do update set accent = excluded.accent, head = excluded.head, foot = excluded.foot,
    thanks = excluded.thanks, signer_name = excluded.signer_name, signer_title = excluded.signer_title,
    crest_path = excluded.crest_path, signature_path = excluded.signature_path;
end
$$;
comment on function public.save_school_look(text, text, text, text, text, text, text, text) is
  'Sets what the papers of the caller''s school look like; head is up to five lines, a path without a value takes the '
    'picture away. For administrators.';
grant execute on function public.save_school_look(text, text, text, text, text, text, text, text) to authenticated;

create function private.look_pictures() returns setof text
language sql stable rows 2 security definer set search_path = '' as $$
  select p.path from private.school_looks l cross join lateral unnest(array[l.crest_path, l.signature_path]) as p (path)
  where l.school_id = private.my_school() and p.path is not null
$$;
comment on function private.look_pictures() is 'Paths of the pictures on the papers of the caller''s school.';
grant execute on function private.look_pictures() to authenticated;

create policy "Members read the pictures of their school's papers" on storage.objects for select to authenticated
  using (bucket_id = 'school-documents' and (name in (select private.look_pictures())
    or (storage.foldername(name))[1] = (select private.school_where('school:run'))::text
      and (storage.foldername(name))[2] = 'look'));
create policy "Administrators upload the pictures of papers" on storage.objects for insert to authenticated
  with check (bucket_id = 'school-documents' and (storage.foldername(name))[2] = 'look'
    and (storage.foldername(name))[1] = (select private.school_where('school:run'))::text
    and (select private.may_write())
    and private.require_storage_room((select private.school_where('school:run')), metadata));
