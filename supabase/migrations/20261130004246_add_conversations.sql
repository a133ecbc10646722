set check_function_bodies = off;

create table public.conversation_messages (
  id               uuid                     not null default gen_random_uuid(),
  school_id        uuid                     not null,
  conversation_id  uuid                     not null,
  student_id       uuid                     not null,
  is_from_guardian boolean                  not null,
  sender_id        uuid,
  body             text                     not null,
  sent_at          timestamp with time zone not null default now(),
  constraint conversation_messages_body_check check (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 2000))),
  constraint conversation_messages_pkey primary key (id)
);

alter table public.conversation_messages
  enable row level security;

create table public.conversations (
  id               uuid                     not null default gen_random_uuid(),
  school_id        uuid                     not null,
  student_id       uuid                     not null,
  guardian_id      uuid                     not null,
  teacher_id       uuid                     not null,
  created_at       timestamp with time zone not null default now(),
  last_at          timestamp with time zone not null default now(),
  guardian_read_at timestamp with time zone,
  teacher_read_at  timestamp with time zone,
  constraint conversations_id_school_id_student_id_key unique (id, school_id, student_id),
  constraint conversations_pkey primary key (id),
  constraint conversations_student_id_guardian_id_teacher_id_key unique (student_id, guardian_id, teacher_id)
);

alter table public.conversations
  enable row level security;

create or replace function private.add_message (
  conversation     public.conversations,
  is_from_guardian boolean,
  body             text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  words constant text := private.require_text(add_message.body, 2000, 'body', 'Write a message.');
  hourly constant integer := 30;
  unanswered constant integer := 5;
  student public.students;
  parent public.guardians;
  added uuid;
begin
  if add_message.is_from_guardian and unanswered <= (select count(*) from public.conversation_messages m
    where m.conversation_id = conversation.id and m.is_from_guardian and m.sent_at > coalesce((
      select max(a.sent_at) from public.conversation_messages a
      where a.conversation_id = conversation.id and not a.is_from_guardian), '-infinity')) then
    perform private.refuse('conversation.unanswered',
      'Your last {limit} messages have no answer yet. Please wait for it, or call the school if it is urgent.',
      jsonb_build_object('limit', unanswered), 'body', 'PT429');
  elsif not private.is_within_rate('messages of ' || me, hourly, '1 hour') then
    perform private.refuse('conversation.too_many',
      'You have written {limit} messages in an hour. Please go on later, or call the school if it is urgent.',
      jsonb_build_object('limit', hourly), 'body', 'PT429');
  end if;
  insert into public.conversation_messages (school_id, conversation_id, student_id, is_from_guardian, sender_id, body,
    sent_at)
  values (conversation.school_id, conversation.id, conversation.student_id, add_message.is_from_guardian, me, words,
    clock_timestamp())
  returning id into added;
  update public.conversations c set last_at = clock_timestamp(),
    guardian_read_at = case when add_message.is_from_guardian then clock_timestamp() else c.guardian_read_at end,
    teacher_read_at = case when add_message.is_from_guardian then c.teacher_read_at else clock_timestamp() end
  where c.id = conversation.id;
  select * into student from public.students s where s.id = conversation.student_id;
  select * into parent from public.guardians g where g.id = conversation.guardian_id;
  if add_message.is_from_guardian then
    perform private.notify(array[conversation.teacher_id], 'conversation/' || added,
      private.say('{parent} wrote about {student}', jsonb_build_object(
        'parent', private.full_name(parent.first_name, parent.last_name), 'student', student.full_name)),
      to_jsonb(left(words, 900)), '/dashboard/messages/' || conversation.id);
  else
    perform private.notify(array[parent.user_id], 'conversation/' || added,
      private.say('{teacher} answered about {student}', jsonb_build_object(
        'teacher', (select u.full_name from public.users u where u.id = me), 'student', student.first_name)),
      to_jsonb(left(words, 900)), '/dashboard/messages/' || conversation.id);
  end if;
  return added;
end
$function$;

create or replace function private.guards_now (
  guardian uuid,
  student  uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.student_guardians sg where sg.student_id = guards_now.student
    and sg.guardian_id = guards_now.guardian) and not private.is_withheld(guards_now.student, guards_now.guardian)
$function$;

create or replace function private.my_conversation_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
  select c.id from public.guardians g join public.conversations c on c.guardian_id = g.id
  where g.user_id = private.signed_in_uid() and g.school_id = private.my_school()
    and c.student_id in (select private.my_student_ids()) and private.guards_now(c.guardian_id, c.student_id)
  union
  select c.id from public.conversations c
  where c.teacher_id = private.signed_in_uid() and c.school_id = private.my_school()
    and c.student_id in (select private.my_taught_student_ids())
$function$;

create or replace function private.teaches_now (
  teacher uuid,
  student uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.students s join public.classes c on c.id = s.class_id
    join public.users u on u.id = teaches_now.teacher and u.is_active
    where s.id = teaches_now.student and s.status in ('active', 'suspended')
      and (c.class_teacher_id = u.id or exists (
        select from public.class_subjects t where t.class_id = c.id and t.teacher_id = u.id)))
$function$;

create or replace function public.list_conversations (
  search text default null::text
)
  returns table (
    id                    uuid,
    student_id            uuid,
    student               text,
    class_name            text,
    guardian              text,
    teacher_id            uuid,
    teacher               text,
    is_guardian           boolean,
    is_teacher            boolean,
    can_write             boolean,
    last_at               timestamp with time zone,
    last_body             text,
    last_is_from_guardian boolean,
    unread                integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with mine as materialized (select m.id from private.my_conversation_ids() as m (id)),
  readable as (
    select c.*, g.user_id = private.signed_in_uid() and c.id in (select m.id from mine m) as is_guardian,
      c.teacher_id = private.signed_in_uid() and c.id in (select m.id from mine m) as is_teacher,
      private.full_name(g.first_name, g.last_name) as guardian
    from public.conversations c join public.guardians g on g.id = c.guardian_id
    where c.school_id = (select private.childrens_school())
      and c.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('conversation:read-all')) or c.id in (select m.id from mine m)))
  select r.id, s.id, s.full_name, k.name, r.guardian, r.teacher_id, u.full_name,
    coalesce(r.is_guardian, false), r.is_teacher,
    (coalesce(r.is_guardian, false) or r.is_teacher) and private.teaches_now(r.teacher_id, s.id)
      and private.guards_now(r.guardian_id, s.id),
    r.last_at, l.body, l.is_from_guardian,
    (select count(*)::integer from public.conversation_messages m where m.conversation_id = r.id
      and (r.is_teacher and m.is_from_guardian and m.sent_at > coalesce(r.teacher_read_at, '-infinity')
        or r.is_guardian and not m.is_from_guardian and m.sent_at > coalesce(r.guardian_read_at, '-infinity')))
  from readable r join public.students s on s.id = r.student_id
  left join public.classes k on k.id = s.class_id join public.users u on u.id = r.teacher_id
  cross join lateral (select left(m.body, 160) as body, m.is_from_guardian from public.conversation_messages m
    where m.conversation_id = r.id order by m.sent_at desc, m.id limit 1) l
  where (select private.search_patterns(list_conversations.search)) is null
    or private.fold_text(concat_ws(' ', s.full_name, r.guardian, u.full_name))
      like all ((select private.search_patterns(list_conversations.search))::text[])
$function$;

create or replace function public.open_conversation (
  conversation_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  conversation public.conversations;
begin
  select * into conversation from public.conversations c where c.id = open_conversation.conversation_id
    and c.school_id = (select private.childrens_school())
    and c.student_id <> all ((select private.withheld_from_me())::uuid[])
    and (private.may('conversation:read-all') or c.id in (select private.my_conversation_ids()));
  if not found then
    perform private.refuse('conversation.unknown', 'This conversation is not yours any more.', errcode => 'P0002');
  end if;
  if conversation.id not in (select private.my_conversation_ids()) then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity)
    select me, conversation.school_id, conversation.student_id, 'read', 'conversations'
    where not exists (select from public.audit_log l where l.student_id = conversation.student_id
      and l.actor_id = me and l.action = 'read' and l.entity = 'conversations' and l.at > now() - interval '1 hour');
    return;
  end if;
  update public.conversations c set
    teacher_read_at = case when c.teacher_id = me then clock_timestamp() else c.teacher_read_at end,
    guardian_read_at = case when c.teacher_id = me then c.guardian_read_at else clock_timestamp() end
  where c.id = conversation.id;
  perform private.mark_notifications(array(select n.id from public.notifications n
    join public.conversation_messages m on n.source = 'conversation/' || m.id
    where m.conversation_id = conversation.id and n.user_id = me and n.read_at is null));
end
$function$;

create or replace function public.teachers_of_child (
  student_id uuid
)
  returns table (
    id               uuid,
    name             text,
    is_class_teacher boolean,
    subjects         text[],
    conversation_id  uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id, u.full_name, c.class_teacher_id is not distinct from u.id,
    array(select b.name from public.class_subjects t join public.subjects b on b.id = t.subject_id
      where t.class_id = c.id and t.teacher_id = u.id order by b.name),
    (select k.id from public.conversations k where k.student_id = s.id and k.teacher_id = u.id
      and k.guardian_id = private.my_guardian_of(s.id))
  from public.students s join public.classes c on c.id = s.class_id
  join public.users u on u.is_active and (u.id = c.class_teacher_id or u.id in (
    select t.teacher_id from public.class_subjects t where t.class_id = c.id))
  where s.id = teachers_of_child.student_id and s.status in ('active', 'suspended')
    and private.my_guardian_of(s.id) is not null and u.id <> private.signed_in_uid()
  order by 3 desc, 2, 1
$function$;

create or replace function public.write_message (
  conversation_id uuid,
  body            text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  conversation public.conversations;
begin
  select * into conversation from public.conversations c where c.id = write_message.conversation_id
    and c.id in (select private.my_conversation_ids()) for update;
  if not found then
    perform private.refuse('conversation.unknown', 'This conversation is not yours any more.', errcode => 'P0002');
  elsif not private.teaches_now(conversation.teacher_id, conversation.student_id) then
    perform private.refuse('conversation.not_taught',
      'This teacher does not teach the child any more. Choose another teacher.', field => 'teacher_id',
      errcode => 'P0002');
  elsif not private.guards_now(conversation.guardian_id, conversation.student_id) then
    perform private.refuse('conversation.no_guardian',
      'This person may not be told about the child any more. Ask the office.', errcode => '42501');
  end if;
  return private.add_message(conversation, conversation.teacher_id <> private.signed_in_uid(), write_message.body);
end
$function$;

create or replace function public.write_to_teacher (
  student_id uuid,
  teacher_id uuid,
  body       text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  guardian constant uuid := private.my_guardian_of(write_to_teacher.student_id);
  conversation public.conversations;
begin
  if guardian is null and not private.is_guardian() then
    perform private.refuse('conversation.guardians_only',
      'Only a parent or guardian writes to teachers from here.', errcode => '42501');
  elsif guardian is null then
    perform private.refuse('conversation.not_your_child', 'You cannot write about this child. Ask the office.',
      errcode => 'P0002');
  elsif not private.teaches_now(write_to_teacher.teacher_id, write_to_teacher.student_id)
    or write_to_teacher.teacher_id = private.signed_in_uid() then
    perform private.refuse('conversation.not_taught',
      'This teacher does not teach the child any more. Choose another teacher.', field => 'teacher_id',
      errcode => 'P0002');
  end if;
  insert into public.conversations as c (school_id, student_id, guardian_id, teacher_id)
  select s.school_id, s.id, guardian, write_to_teacher.teacher_id from public.students s
  where s.id = write_to_teacher.student_id
  on conflict (student_id, guardian_id, teacher_id) do update set last_at = c.last_at
  returning * into conversation;
  perform private.add_message(conversation, true, write_to_teacher.body);
  return conversation.id;
end
$function$;

alter table public.conversation_messages
  add constraint conversation_messages_sender_id_fkey foreign key (sender_id) references public.users(id) on delete set null;

alter table public.conversations
  add constraint conversations_guardian_id_school_id_fkey foreign key (guardian_id, school_id) references public.guardians(id, school_id)
    on delete cascade;

alter table public.conversation_messages
  add constraint conversation_messages_conversation_id_school_id_student_id_fkey foreign key (conversation_id, school_id, student_id)
    references public.conversations(id, school_id, student_id) on delete cascade;

alter table public.conversations
  add constraint conversations_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.conversations
  add constraint conversations_teacher_id_fkey foreign key (teacher_id) references public.users(id) on delete cascade;

create index conversation_messages_conversation_idx on public.conversation_messages using btree (conversation_id, sent_at desc, id);

create index conversation_messages_school_idx on public.conversation_messages using btree (school_id);

create index conversation_messages_sender_idx on public.conversation_messages using btree (sender_id);

create index conversation_messages_student_idx on public.conversation_messages using btree (student_id);

create index conversations_guardian_idx on public.conversations using btree (guardian_id);

create index conversations_school_idx on public.conversations using btree (school_id, last_at desc, id);

create index conversations_teacher_idx on public.conversations using btree (teacher_id);

create trigger needs_subscription
  before insert or delete or update on public.conversation_messages
  for each STATEMENT
  execute function private.require_subscription();

create policy "Parents and teachers see their own, who oversees them all" on public.conversation_messages
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('conversation:read-all'::text) as may) or (conversation_id in ( select private.my_conversation_ids() as
    my_conversation_ids)))));

create policy "Parents and teachers see their own, who oversees them all" on public.conversations
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('conversation:read-all'::text) as may) or (id in ( select private.my_conversation_ids() as
    my_conversation_ids)))));

comment on function public.list_conversations(text) is 'The conversations that the caller may read: own ones as a parent or teacher, with what is unread and whether they may still write, and those of the school for who oversees them.';

comment on function public.open_conversation(uuid) is 'Notes that the caller reads a conversation: for parent and teacher it is read then, with its notifications, and for who oversees it the log has an entry.';

comment on function public.teachers_of_child(uuid) is 'To whom a guardian may write about a child: the class teacher first, then who teaches it now, with the conversation there is already. Empty for everybody else.';

comment on function public.write_message(uuid, text) is 'The next message of a conversation, by its parent or its teacher, while they are parent and teacher of the child.';

comment on function public.write_to_teacher(uuid, uuid, text) is 'A guardian''s message to a teacher who teaches the child now; returns the conversation, which it begins with the first.';

comment on table public.conversations is 'A parent''s conversation with a teacher about a child. Read by the two while they are parent and teacher of the child, and by who may oversee conversations.';

revoke all on function private.add_message(public.conversations, boolean, text) from public;

revoke all on function private.guards_now(uuid, uuid) from public;

revoke all on function private.my_conversation_ids() from public;

grant execute on function private.my_conversation_ids() to authenticated;

revoke all on function private.teaches_now(uuid, uuid) from public;

revoke all on function public.list_conversations(text) from public;

grant execute on function public.list_conversations(text) to authenticated;

grant execute on function public.list_conversations(text) to service_role;

revoke all on function public.open_conversation(uuid) from public;

grant execute on function public.open_conversation(uuid) to authenticated;

grant execute on function public.open_conversation(uuid) to service_role;

revoke all on function public.teachers_of_child(uuid) from public;

grant execute on function public.teachers_of_child(uuid) to authenticated;

grant execute on function public.teachers_of_child(uuid) to service_role;

revoke all on function public.write_message(uuid, text) from public;

grant execute on function public.write_message(uuid, text) to authenticated;

grant execute on function public.write_message(uuid, text) to service_role;

revoke all on function public.write_to_teacher(uuid, uuid, text) from public;

grant execute on function public.write_to_teacher(uuid, uuid, text) to authenticated;

grant execute on function public.write_to_teacher(uuid, uuid, text) to service_role;

grant select on table public.conversation_messages to authenticated;

grant all on table public.conversation_messages to service_role;

grant select on table public.conversations to authenticated;

grant all on table public.conversations to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.conversation_messages", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": ["conversation"], "subject": "student_id", "retention": "student_notes", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.conversations", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": "student_notes", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');

insert into private.message_topics select * from jsonb_populate_recordset(null::private.message_topics, '[
  {"label": "Messages between parents and teachers", "place": 5, "topic": "messages", "audience": "school", "features": null, "is_mailed": true}]');

insert into private.notice_topics select * from jsonb_populate_recordset(null::private.notice_topics, '[
  {"kind": "conversation", "topic": "messages", "is_mailed": true}]');

insert into private.mail_kinds select * from jsonb_populate_recordset(null::private.mail_kinds, '[
  {"label": null, "payer": "school", "topic": "messages", "template": "notice-messages", "withdrawal": "reason_against_notice_mail"}]');

-- Generated by `npm run db:declare` from `shared/domain`. Do not edit.
select private.declare_permissions(
  '[
  {"name": "platform:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the platform''s figures, jobs, mails and releases."},
  {"name": "user:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every account."},
  {"name": "subscription:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every school''s subscription."},
  {"name": "staff:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the school''s list of staff."},
  {"name": "class:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the list of classes."},
  {"name": "student:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the list of students."},
  {"name": "records:open", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open a school''s records of children, with a reason."},
  {"name": "schedule:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open their own timetable."},
  {"name": "assignment:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set assignments for their own classes."},
  {"name": "grade:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May enter marks for what they teach."},
  {"name": "record:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May work through the student records."},
  {"name": "finance:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the school''s finances."},
  {"name": "report:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the reports."},
  {"name": "announcement:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May write announcements."},
  {"name": "store:manage", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the store manager."},
  {"name": "store:buy", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May buy in the store."},
  {"name": "order:set-status", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change an order''s status."},
  {"name": "order:reopen", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May reopen an order."},
  {"name": "order:read-timeline", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see an order''s timeline."},
  {"name": "order:resend-mail", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May send an order''s mails again."},
  {"name": "order:add-note", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add notes to orders."},
  {"name": "payment:confirm", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May confirm payments by bank."},
  {"name": "payment:reconcile", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May assign payments that belong to no order."},
  {"name": "payment:refund", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May refund payments of orders."},
  {"name": "store-analytics:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the store''s figures."},
  {"name": "addon:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the store''s add-ons."},
  {"name": "price:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the price book."},
  {"name": "page:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May write and publish pages of the site."},
  {"name": "media:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add and change media of the site."},
  {"name": "content:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change questions and testimonials of the site."},
  {"name": "settings:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the platform''s settings."},
  {"name": "school:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open and change schools."},
  {"name": "school:edit-own", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the school''s name, address and contacts."},
  {"name": "student:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add and change students and guardians."},
  {"name": "document:share", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May share documents."},
  {"name": "document:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change and remove every document, and share one about any student."},
  {"name": "announcement:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change and remove every announcement."},
  {"name": "own-students:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open what the school keeps about themselves or their children."},
  {"name": "assignment:submit", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May hand in assignments."},
  {"name": "register:oversee", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see on the home page whose register is missing."},
  {"name": "attendance:take", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May take attendance."},
  {"name": "fee:take", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May take fees at a counter and print receipts."},
  {"name": "school:run", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the school''s settings, campuses and add-ons."},
  {"name": "user:invite", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May invite people to every school."},
  {"name": "user:set-role", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the role of every account."},
  {"name": "user:reset-authenticator", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May reset the authenticator of every account."},
  {"name": "ticket:answer", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May answer tickets and enquiries."},
  {"name": "profile:edit", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change their own profile."},
  {"name": "school:work", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "Works at the school: may see its staff, add-ons, orders and storage."},
  {"name": "class:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every class, its timetable and how many students it has."},
  {"name": "class:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set up classes, subjects and the timetable."},
  {"name": "class:teach", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May be given classes and subjects to teach."},
  {"name": "term:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set terms, and close and reopen them."},
  {"name": "student:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May read every student''s details, class and guardians."},
  {"name": "record:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May read every student''s notes on health, behaviour and merits."},
  {"name": "record:write-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add, change and archive notes about every student."},
  {"name": "custody:read", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see who may not be told about a child or collect it."},
  {"name": "custody:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May note who may not be told about a child or collect it."},
  {"name": "consent:manage", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every guardian''s consents and enter signed forms."},
  {"name": "protection:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see breaches of data protection, and when records were opened."},
  {"name": "protection:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May answer requests about a child''s data and report breaches."},
  {"name": "staff:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every employee''s details."},
  {"name": "staff:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add and change employees."},
  {"name": "attendance:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every student''s attendance."},
  {"name": "attendance:take-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May take attendance in every class."},
  {"name": "register:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see of every class whether attendance was taken."},
  {"name": "assignment:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every class''s assignments and assessments."},
  {"name": "result:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every student''s work, marks and results."},
  {"name": "fee:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see what the school charges."},
  {"name": "fee:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set what the school charges."},
  {"name": "fee:charge", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May charge students and remind families of what is due."},
  {"name": "fee:refund", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May credit charges and reverse payments of fees."},
  {"name": "fee-payment:record", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May record payments of fees."},
  {"name": "fee-account:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May read every student''s fees and payments."},
  {"name": "fee-receipt:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the receipts of every cashier."},
  {"name": "announcement:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every announcement."},
  {"name": "announcement:write-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May read and write announcements of every class."},
  {"name": "document:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every document."},
  {"name": "conversation:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May read messages of parents and teachers, to keep children safe."},
  {"name": "account:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May invite people and say who can sign in."},
  {"name": "role:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May change the school''s own roles, and give roles to people."},
  {"name": "audit:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May read who changed what."},
  {"name": "school:export", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May export everything that the school has entered."},
  {"name": "plan:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the school''s plan."},
  {"name": "plan:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the school''s plan, see its licences and its invoices."},
  {"name": "order:read-all", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every order and payment."},
  {"name": "subscription:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change every school''s subscription."},
  {"name": "mail:retry", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May send mails again."},
  {"name": "job:manage", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May cancel and retry everybody''s jobs."}]',
  '{
  "super_admin": [
    "platform:read",
    "user:read",
    "subscription:read",
    "records:open",
    "store:manage",
    "order:set-status",
    "order:reopen",
    "order:read-timeline",
    "order:resend-mail",
    "order:add-note",
    "payment:confirm",
    "payment:reconcile",
    "payment:refund",
    "store-analytics:read",
    "addon:write",
    "price:write",
    "page:write",
    "media:write",
    "content:write",
    "settings:write",
    "school:write",
    "user:invite",
    "user:set-role",
    "user:reset-authenticator",
    "ticket:answer",
    "class:read-all",
    "student:read-all",
    "record:read-all",
    "protection:read",
    "staff:read-all",
    "attendance:read-all",
    "register:read-all",
    "assignment:read-all",
    "result:read-all",
    "fee:read",
    "fee-account:read-all",
    "announcement:read-all",
    "document:read-all",
    "plan:read",
    "order:read-all",
    "subscription:write",
    "mail:retry",
    "job:manage"],
  "admin": [
    "staff:read",
    "class:read",
    "student:read",
    "finance:read",
    "report:read",
    "announcement:write",
    "store:buy",
    "school:edit-own",
    "student:write",
    "document:share",
    "document:manage",
    "announcement:manage",
    "register:oversee",
    "attendance:take",
    "fee:take",
    "school:run",
    "profile:edit",
    "school:work",
    "class:read-all",
    "class:write",
    "class:teach",
    "term:write",
    "student:read-all",
    "record:read-all",
    "record:write-all",
    "custody:read",
    "custody:write",
    "consent:manage",
    "protection:read",
    "protection:manage",
    "staff:read-all",
    "staff:write",
    "attendance:read-all",
    "attendance:take-all",
    "register:read-all",
    "assignment:read-all",
    "result:read-all",
    "fee:read",
    "fee:write",
    "fee:charge",
    "fee:refund",
    "fee-payment:record",
    "fee-account:read-all",
    "fee-receipt:read-all",
    "announcement:read-all",
    "announcement:write-all",
    "document:read-all",
    "conversation:read-all",
    "account:manage",
    "role:manage",
    "audit:read",
    "school:export",
    "plan:read",
    "plan:manage"],
  "teacher": [
    "class:read",
    "student:read",
    "schedule:read",
    "assignment:write",
    "grade:write",
    "report:read",
    "announcement:write",
    "store:buy",
    "document:share",
    "attendance:take",
    "profile:edit",
    "school:work",
    "class:teach"],
  "staff": [
    "student:read",
    "record:write",
    "announcement:write",
    "store:buy",
    "student:write",
    "document:share",
    "document:manage",
    "register:oversee",
    "attendance:take",
    "fee:take",
    "profile:edit",
    "school:work",
    "class:read-all",
    "student:read-all",
    "record:read-all",
    "record:write-all",
    "custody:read",
    "consent:manage",
    "attendance:read-all",
    "attendance:take-all",
    "register:read-all",
    "announcement:write-all",
    "document:read-all"],
  "parent": [
    "store:buy",
    "own-students:read",
    "profile:edit"],
  "student": [
    "store:buy",
    "own-students:read",
    "assignment:submit",
    "profile:edit"],
  "user": [
    "store:buy",
    "profile:edit"]}');
