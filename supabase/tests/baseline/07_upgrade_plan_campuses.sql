-- The campuses that a plan includes, as its card says. Apart from the price book, because that also fills a database of the first version.
update public.plans p set max_campuses = case when p.features @> '[{"text": "Up to 2 campuses", "included": true}]' then 2 else 1 end
where p.max_campuses is null
  and (p.features @> '[{"text": "Multiple campuses", "included": false}]' or p.features @> '[{"text": "Up to 2 campuses", "included": true}]');
