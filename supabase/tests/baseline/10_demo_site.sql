-- Pictures and papers of the demonstration's media library; the bytes stand beside this file in media/. One page shows some of them, one is a draft.
insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, alt_text, width, height, focal_x, focal_y, sizes, is_demo, uploaded_by, created_at)
select 'demo-' || name, name, 'media/demo-' || name, size, type, alt, case when is_picture then 1600 end, case when is_picture then 1000 end, x, y,
  case when is_picture then (select jsonb_agg(jsonb_build_object('width', width, 'path', format('media/demo-%s-%s.webp', stem, width))) from (values (480), (960)) as copies (width)) else '[]' end,
  true, (select id from public.users where email = 'superadmin@masomo.test'), now() - (place || ' days')::interval - interval '3 hours'
from (
  select *, type like 'image/%' as is_picture, split_part(name, '.', 1) as stem, row_number() over () as place from (values
  ('school-grounds.webp', 'Students in the yard before the first lesson, the flag raised beside the classrooms', 'image/webp', 23106, 55, 72),
  ('classroom.webp', 'A teacher at the blackboard explains fractions to Grade 6', 'image/webp', 26172, 66, 45),
  ('library.webp', 'Two students read at a table between full bookshelves', 'image/webp', 33928, 50, 80),
  ('science-laboratory.webp', 'Flasks and a seedling on the bench of the science laboratory', 'image/webp', 17128, 55, 62),
  ('sports-day.webp', 'Five students play football on the school field', 'image/webp', 24844, 48, 70),
  ('school-bus.webp', 'The yellow school bus with students at its windows', 'image/webp', 19726, 50, 58),
  ('computer-room.webp', 'Three students at the computers of the computer room', 'image/webp', 17128, 50, 55),
  ('school-garden.webp', 'Students plant seedlings in the school garden', 'image/webp', 31782, 62, 68),
  ('choir.webp', 'The school choir sings on the stage', 'image/webp', 22986, 50, 75),
  ('school-office.webp', 'A desk in the school office with the term calendar and this week’s figures on the screen', 'image/webp', 11810, 50, 58),
  ('admission-checklist.pdf', 'What to bring on the day a student is admitted', 'application/pdf', 3822, 50, 50),
  ('getting-started.pdf', 'The first week with the product, a day at a time', 'application/pdf', 3856, 50, 50)
  ) as files (name, alt, type, size, x, y)) as described
on conflict (file_path) do nothing;

insert into public.cms_pages (slug, title, meta_description, is_published, is_demo, body) values ('a-day-at-greenfield', 'A day at Greenfield', 'How one school in Nairobi runs an ordinary Tuesday, from the first bus to the last lesson.', true, true, '[
  {"type": "hero", "eyebrow": "Schools that use the product", "title": "A day at Greenfield", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "From the first bus to the last lesson: what the office, the teachers and the parents of one school see on an ordinary Tuesday."}]}]}, "url": "/storage/v1/object/public/cms-media/media/demo-school-grounds.webp", "alt": "Students in the yard before the first lesson, the flag raised beside the classrooms"},
  {"type": "richText", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "At "}, {"type": "text", "marks": [{"type": "bold"}], "text": "half past six"}, {"type": "text", "text": " the drivers open their list of the morning. At eight every register is in, and parents of absent students have a message before the second lesson begins."}]}]}},
  {"type": "image", "url": "/storage/v1/object/public/cms-media/media/demo-classroom.webp", "alt": "A teacher at the blackboard explains fractions to Grade 6", "caption": "Grade 6 at work. The marks of this lesson stand in the gradebook before the bell."},
  {"type": "richText", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "The bursar starts her day with the payments of the night. They carry the admission number, so most are posted already; the rest wait in one list."}]}]}},
  {"type": "gallery", "images": [{"url": "/storage/v1/object/public/cms-media/media/demo-library.webp", "alt": "Two students read at a table between full bookshelves"}, {"url": "/storage/v1/object/public/cms-media/media/demo-computer-room.webp", "alt": "Three students at the computers of the computer room"}, {"url": "/storage/v1/object/public/cms-media/media/demo-sports-day.webp", "alt": "Five students play football on the school field"}, {"url": "/storage/v1/object/public/cms-media/media/demo-choir.webp", "alt": "The school choir sings on the stage"}]},
  {"type": "callToAction", "title": "See it with your own questions", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "A guided demo takes 45-60 minutes."}]}]}, "label": "Request Demo", "href": "/demo#demo-request-form"}
]') on conflict (slug) do nothing;

insert into public.cms_pages (slug, title, meta_description, is_demo, body) values ('growing-our-own-lunch', 'Growing our own lunch', 'The garden club of a school in Kiambu, in pictures.', true, '[
  {"type": "hero", "title": "Growing our own lunch", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "A draft about the garden club: two pictures are there, the words of the teacher are still missing."}]}]}, "url": "/storage/v1/object/public/cms-media/media/demo-school-garden.webp", "alt": "Students plant seedlings in the school garden"},
  {"type": "richText", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Forty students, eleven beds, and sukuma wiki for the whole school on Thursdays."}]}]}}
]') on conflict (slug) do nothing;

-- How the demonstration's families pay.
update public.schools set payment_instructions = case city when 'Nakuru' then E'M-Pesa Paybill 400222, account: the admission number.\nKCB Nakuru, Greenfield Academy, 110 2233 445.' else E'M-Pesa Paybill 400333, account: the admission number.' end where is_demo;
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and entity = 'schools' and at >= now();
