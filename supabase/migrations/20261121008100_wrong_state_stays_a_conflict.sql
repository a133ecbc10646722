-- Functions written since raised 55000 again, which PostgREST answers with 500: a wrong state is a conflict, PT409, in them as well.
do $$
declare
  refusing record;
begin
  for refusing in
    select p.oid from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc like '%''55000''%'
  loop
    execute replace(pg_get_functiondef(refusing.oid), '''55000''', '''PT409''');
  end loop;
end
$$;
