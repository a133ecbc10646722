drop index public.register_days_school_idx;

create index register_days_school_idx on public.register_days using btree (school_id, day, class_id);
