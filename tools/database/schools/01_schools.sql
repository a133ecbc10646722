insert into public.schools (id, name, kind, email, city, country)
select pg_temp.key('school', n), 'Load school ' || lpad(n::text, 5, '0'), 'secondary', 'office@school' || n || '.load.test', 'Nakuru', 'Kenya'
from generate_series($1::integer, $2::integer) as n;
