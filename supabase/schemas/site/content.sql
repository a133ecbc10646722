create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  surface text not null check (surface in ('faq', 'versions', 'demo', 'contact', 'pricing')),
  category text not null default 'General'
    check (category in ('General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security')),
  question text not null check (length(btrim(question)) between 1 and 300),
  answer text not null check (length(btrim(answer)) between 1 and 3000),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  needs_translation text[] not null default '{sw}',
  search_text text generated always as (private.fold_text(question || ' ' || answer)) stored
);
comment on table public.faqs is 'Questions and answers. surface is the page that shows them.';
comment on column public.faqs.needs_translation
  is 'Languages whose translation is missing or older than the English text.';

create unique index faqs_question_key on public.faqs (surface, private.fold_text(question));
create index faqs_surface_idx on public.faqs (surface, position);

alter table public.faqs enable row level security;
grant select on public.faqs to anon, authenticated;
grant
  insert (surface, category, question, answer, position, is_active, translations),
  update (surface, category, question, answer, position, is_active, translations),
  delete
  on public.faqs to authenticated;

create policy "Everyone sees what is shown" on public.faqs for select to anon, authenticated
  using (is_active);
create policy "Super admins see all of it" on public.faqs for select to authenticated
  using ((select private.may('content:write')));
create policy "Super admins add" on public.faqs for insert to authenticated
  with check ((select private.may('content:write')));
create policy "Super admins update" on public.faqs for update to authenticated
  using ((select private.may('content:write'))) with check ((select private.may('content:write')));
create policy "Super admins delete" on public.faqs for delete to authenticated
  using ((select private.may('content:write')));

create trigger touch before update on public.faqs for each row execute function private.touch_updated_at();
create trigger check_translations before insert
  or update on public.faqs for each row execute function private.check_translations('question:300', 'answer:3000');
create trigger audit after insert or update or delete on public.faqs for each row execute function private.audit();
create trigger revise after insert or update or delete
  or truncate on public.faqs for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.faqs for each statement execute function private.require_publisher_to_write();

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  quote text not null check (length(btrim(quote)) between 1 and 600),
  author text not null check (length(btrim(author)) between 1 and 120),
  role text not null check (length(btrim(role)) between 1 and 120),
  institution text not null check (length(btrim(institution)) between 1 and 160),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  needs_translation text[] not null default '{sw}',
  search_text text generated always as (private.fold_text(quote || ' ' || author || ' ' || institution)) stored
);
comment on table public.testimonials is 'What customers say. Names of people and institutions are not translated.';
comment on column public.testimonials.needs_translation
  is 'Languages whose translation is missing or older than the English text.';

create index testimonials_position_idx on public.testimonials (position);

alter table public.testimonials enable row level security;
grant select on public.testimonials to anon, authenticated;
grant
  insert (quote, author, role, institution, position, is_active, translations),
  update (quote, author, role, institution, position, is_active, translations),
  delete
  on public.testimonials to authenticated;

create policy "Everyone sees what is shown" on public.testimonials for select to anon, authenticated
  using (is_active);
create policy "Super admins see all of it" on public.testimonials for select to authenticated
  using ((select private.may('content:write')));
create policy "Super admins add" on public.testimonials for insert to authenticated
  with check ((select private.may('content:write')));
create policy "Super admins update" on public.testimonials for update to authenticated
  using ((select private.may('content:write'))) with check ((select private.may('content:write')));
create policy "Super admins delete" on public.testimonials for delete to authenticated
  using ((select private.may('content:write')));

create trigger touch before update on public.testimonials for each row execute function private.touch_updated_at();
create trigger check_translations before insert
  or update on public.testimonials for each row execute function private.check_translations('quote:600', 'role:120');
create trigger audit after insert or update
  or delete on public.testimonials for each row execute function private.audit();
create trigger revise after insert or update or delete
  or truncate on public.testimonials for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.testimonials for each statement execute function private.require_publisher_to_write();

create function public.move_question(question_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shown_on constant text := (select f.surface from public.faqs f where f.id = question_id);
  list uuid[];
begin
  perform private.require('content:write');
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of questions'), hashtext(coalesce(shown_on, '')));
  list := private.move_in_list(array(select f.id from public.faqs f where f.surface = shown_on
    order by f.position, f.created_at, f.id), question_id, up);
  update public.faqs f set position = place.number from unnest(list) with ordinality as place (id, number)
    where f.id = place.id and f.position <> place.number;
end
$$;
comment on function public.move_question(uuid, boolean) is 'One step among the questions of its page.';
grant execute on function public.move_question(uuid, boolean) to authenticated;

create function public.move_testimonial(testimonial_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require('content:write');
  perform pg_advisory_xact_lock(hashtext('order of testimonials'));
  list := private.move_in_list(array(select t.id from public.testimonials t order by t.position, t.created_at, t.id),
    testimonial_id, up);
  update public.testimonials t set position = place.number from unnest(list) with ordinality as place (id, number)
    where t.id = place.id and t.position <> place.number;
end
$$;
comment on function public.move_testimonial(uuid, boolean) is 'One step among the testimonials.';
grant execute on function public.move_testimonial(uuid, boolean) to authenticated;
