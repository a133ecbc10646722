-- A command refused because of the state of things is HTTP 409 and the caller's to solve. PostgREST answers 55000 with 500, as
-- if the server had failed, so the functions that raised it raise PT409 from here on.
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
