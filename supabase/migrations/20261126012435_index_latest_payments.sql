alter table public.schools
  add column search_text text generated always as (lower(((name || ' '::text) || COALESCE(city, ''::text)))) stored;

create index fee_payments_latest_idx on public.fee_payments using btree (school_id, created_at desc);

create index student_records_latest_idx on public.student_records using btree (school_id, created_at desc)
  where (kind <> all (ARRAY['health'::text, 'behaviour'::text]));

comment on column public.schools.search_text is 'Name and city in lower case, for the search of the list of schools.';

insert into private.unexported_columns (table_name, column_name, reason) values ('schools', 'search_text', 'repeats other columns');
