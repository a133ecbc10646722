create index students_status_idx on public.students using btree (school_id, status) include (class_id, id);
