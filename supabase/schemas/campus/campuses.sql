create table public.campuses (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  address text check (length(address) <= 200),
  phone text check (length(phone) <= 30),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, school_id)
);

-- Here, since schools come before the campuses of which they may be the books.
alter table public.schools add constraint schools_campus_fkey foreign key (campus_id, branch_of)
  references public.campuses (id, school_id) on delete restrict;

create unique index campuses_name_key on public.campuses (school_id, private.fold_text(name));
comment on table public.campuses is 'The places a school teaches at. Without any the school is one place.';

select private.school_table('public.campuses', refuses_unread => true, audit => true);
grant select on public.campuses to authenticated;

create policy "Super admins see all campuses, members their school's" on public.campuses for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school()));

create trigger touch before update on public.campuses for each row execute function private.touch_updated_at();

create function public.save_campus(name text, address text default null, phone text default null,
  campus_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  title constant text := private.require_text(save_campus.name, 80, 'name', 'Name the campus.');
  saved uuid;
begin
  if exists (select from public.campuses c where c.school_id = school
    and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_campus.campus_id) then
    perform private.refuse('campus.name_taken', 'There is a campus of this name already.', field => 'name');
  end if;
  if save_campus.campus_id is null then
    perform private.require_campus_room(school);
    insert into public.campuses (school_id, name, address, phone)
      values (school, title, private.null_if_blank(save_campus.address), private.null_if_blank(save_campus.phone))
      returning id into saved;
    return saved;
  end if;
  update public.campuses c set name = title, address = private.null_if_blank(save_campus.address),
    phone = private.null_if_blank(save_campus.phone) where c.id = save_campus.campus_id and c.school_id = school
    returning c.id into saved;
  if saved is null then
    perform private.refuse('campus.not_found', 'This campus is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
grant execute on function public.save_campus(text, text, text, uuid) to authenticated;

create function public.remove_campus(campus_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  classes integer;
begin
  select count(*) into classes from public.classes c where c.campus_id = remove_campus.campus_id
    and c.school_id = school;
  if classes > 0 then
    perform private.refuse('campus.in_use',
      '{classes, plural, one {# class is} other {# classes are}} at this campus. Give them another campus first.',
      jsonb_build_object('classes', classes), errcode => 'PT409');
  end if;
  if exists (select from public.schools s where s.campus_id = remove_campus.campus_id and s.branch_of = school) then
    perform private.refuse('campus.is_branch', 'This campus is a branch with books of its own, so it stays.',
      errcode => 'PT409');
  end if;
  delete from public.campuses c where c.id = remove_campus.campus_id and c.school_id = school;
  if not found then
    perform private.refuse('campus.not_found', 'This campus is no longer here.', errcode => 'P0002');
  end if;
end
$$;
grant execute on function public.remove_campus(uuid) to authenticated;
