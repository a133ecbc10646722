-- What parents and teachers write to each other about a child: one conversation for each parent, child and teacher.

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  guardian_id uuid not null,
  teacher_id uuid not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  guardian_read_at timestamptz,
  teacher_read_at timestamptz,
  unique (student_id, guardian_id, teacher_id),
  unique (id, school_id, student_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (guardian_id, school_id) references public.guardians (id, school_id) on delete cascade
);
comment on table public.conversations is 'A parent''s conversation with a teacher about a child. Read by the two while '
  'they are parent and teacher of the child; who may oversee conversations reads them by functions that log it.';

create index conversations_school_idx on public.conversations (school_id, last_at desc, id);
create index conversations_guardian_idx on public.conversations (guardian_id);
create index conversations_teacher_idx on public.conversations (teacher_id);

create table public.conversation_messages (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  conversation_id uuid not null,
  student_id uuid not null,
  is_from_guardian boolean not null,
  sender_id uuid references public.users (id) on delete set null,
  body text not null check (length(btrim(body)) between 1 and 2000),
  sent_at timestamptz not null default now(),
  foreign key (conversation_id, school_id, student_id)
    references public.conversations (id, school_id, student_id) on delete cascade
);

create index conversation_messages_school_idx on public.conversation_messages (school_id);
create index conversation_messages_conversation_idx on public.conversation_messages (conversation_id, sent_at desc, id);
create index conversation_messages_student_idx on public.conversation_messages (student_id);
create index conversation_messages_sender_idx on public.conversation_messages (sender_id);

-- Reading notes when, which a school without a subscription does too.
select private.school_table('public.conversations', subject => 'student_id', erase => 'delete',
  needs_subscription => false, retention => 'student_notes', reader => 'private.exported_conversations');
select private.school_table('public.conversation_messages', subject => 'student_id', erase => 'delete',
  retention => 'student_notes', reader => 'private.exported_messages', notices => '{conversation}');
grant select on public.conversations, public.conversation_messages to authenticated;

-- Whether a teacher teaches a child who is at the school, or leads the class.
create function private.teaches_now(teacher uuid, student uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.students s join public.classes c on c.id = s.class_id
    join public.users u on u.id = teaches_now.teacher and u.is_active
    where s.id = teaches_now.student and s.status in ('active', 'suspended')
      and (c.class_teacher_id = u.id or exists (
        select from public.class_subjects t where t.class_id = c.id and t.teacher_id = u.id)))
$$;

-- Whether a guardian is one of the child's now and may be told about it.
create function private.guards_now(guardian uuid, student uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.student_guardians sg where sg.student_id = guards_now.student
    and sg.guardian_id = guards_now.guardian) and not private.is_withheld(guards_now.student, guards_now.guardian)
$$;

create function private.my_conversation_ids() returns setof uuid
language sql stable rows 20 security definer set search_path = '' as $$
  select c.id from public.guardians g join public.conversations c on c.guardian_id = g.id
  where g.user_id = private.signed_in_uid() and g.school_id = private.my_school()
    and c.student_id in (select private.my_student_ids()) and private.guards_now(c.guardian_id, c.student_id)
  union
  select c.id from public.conversations c
  where c.teacher_id = private.signed_in_uid() and c.school_id = private.my_school()
    and c.student_id in (select private.my_taught_student_ids())
$$;
grant execute on function private.my_conversation_ids() to authenticated;

create policy "Parents and teachers see their own" on public.conversations for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and id in (select private.my_conversation_ids()));
create policy "Parents and teachers see their own" on public.conversation_messages for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and conversation_id in (select private.my_conversation_ids()));

-- Who takes part or may oversee. Messages are read by read_messages only where the caller takes no part.
create function private.readable_conversations() returns setof public.conversations
language sql stable security definer set search_path = '' as $$
  select c.* from public.conversations c
  where c.school_id = (select private.childrens_school())
    and c.student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('conversation:read-all')) or c.id in (select private.my_conversation_ids()))
$$;
grant execute on function private.readable_conversations() to authenticated;

create function public.teachers_of_child(student_id uuid) returns table (
  id uuid, name text, is_class_teacher boolean, subjects text[], conversation_id uuid
)
language sql stable security definer set search_path = '' as $$
  select u.id, u.full_name, c.class_teacher_id is not distinct from u.id,
    array(select b.name from public.class_subjects t join public.subjects b on b.id = t.subject_id
      where t.class_id = c.id and t.teacher_id = u.id order by b.name),
    (select k.id from public.conversations k where k.student_id = s.id and k.teacher_id = u.id
      and k.guardian_id = private.my_guardian_of(s.id))
  from public.students s join public.classes c on c.id = s.class_id
  cross join lateral (select c.class_teacher_id as id
    union select t.teacher_id from public.class_subjects t where t.class_id = c.id) m
  join public.users u on u.id = m.id and u.is_active
  where s.id = teachers_of_child.student_id and s.status in ('active', 'suspended')
    and private.my_guardian_of(s.id) is not null and u.id <> private.signed_in_uid()
  order by 3 desc, 2, 1
$$;
comment on function public.teachers_of_child(uuid) is
  'To whom a guardian may write about a child: the class teacher first, then who teaches it now, with the conversation '
    'there is already. Empty for everybody else.';
grant execute on function public.teachers_of_child(uuid) to authenticated;

-- The newest first. search: words of the names of child, parent or teacher.
create function public.list_conversations(search text default null) returns table (
  id uuid, student_id uuid, student text, class_name text, guardian text, teacher_id uuid, teacher text,
  is_guardian boolean, is_teacher boolean, can_write boolean, last_at timestamptz, last_body text,
  last_is_from_guardian boolean, unread integer
)
language sql stable security definer set search_path = '' as $$
  with mine as materialized (select m.id from private.my_conversation_ids() as m (id)),
  readable as (
    select c.*, g.user_id = private.signed_in_uid() and c.id in (select m.id from mine m) as is_guardian,
      c.teacher_id = private.signed_in_uid() and c.id in (select m.id from mine m) as is_teacher,
      g.full_name as guardian
    from private.readable_conversations() c join public.guardians g on g.id = c.guardian_id)
  select r.id, s.id, s.full_name, k.name, r.guardian, r.teacher_id, u.full_name,
    coalesce(r.is_guardian, false), r.is_teacher,
    (coalesce(r.is_guardian, false) or r.is_teacher) and private.teaches_now(r.teacher_id, s.id)
      and private.guards_now(r.guardian_id, s.id),
    r.last_at, case when r.is_guardian or r.is_teacher then l.body end, l.is_from_guardian,
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
$$;
comment on function public.list_conversations(text) is
  'The conversations that the caller may read: own ones as a parent or teacher, with the last message, what is unread '
    'and whether they may still write, and those of the school for who oversees them, without a word of a message.';
grant execute on function public.list_conversations(text) to authenticated;

-- Limits keep a quarrel or a script from filling a teacher's evening.
create function private.add_message(conversation public.conversations, is_from_guardian boolean, body text)
  returns uuid
language plpgsql security definer set search_path = '' as $$
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
        'parent', parent.full_name, 'student', student.full_name)),
      to_jsonb(left(words, 900)), '/dashboard/messages/' || conversation.id);
  else
    perform private.notify(array[parent.user_id], 'conversation/' || added,
      private.say('{teacher} answered about {student}', jsonb_build_object(
        'teacher', (select u.full_name from public.users u where u.id = me), 'student', student.first_name)),
      to_jsonb(left(words, 900)), '/dashboard/messages/' || conversation.id);
  end if;
  return added;
end
$$;

create function public.write_to_teacher(student_id uuid, teacher_id uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.write_to_teacher(uuid, uuid, text) is
  'A guardian''s message to a teacher who teaches the child now; returns the conversation, which it begins with the '
    'first.';
grant execute on function public.write_to_teacher(uuid, uuid, text) to authenticated;

create function public.write_message(conversation_id uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.write_message(uuid, text) is
  'The next message of a conversation, by its parent or its teacher, while they are parent and teacher of the child.';
grant execute on function public.write_message(uuid, text) to authenticated;

-- Once an hour for each reader and conversation: messages that are read again on a new one are one reading.
create function public.read_messages(conversation_id uuid) returns setof public.conversation_messages
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  conversation public.conversations;
begin
  select * into conversation from private.readable_conversations() c where c.id = read_messages.conversation_id;
  if not found then
    perform private.refuse('conversation.unknown', 'This conversation is not yours any more.', errcode => 'P0002');
  elsif conversation.id not in (select private.my_conversation_ids()) then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
    select me, conversation.school_id, conversation.student_id, 'read', 'conversations', conversation.id
    where not exists (select from public.audit_log l where l.entity = 'conversations'
      and l.entity_id = conversation.id::text and l.actor_id = me and l.action = 'read'
      and l.at > now() - interval '1 hour');
  end if;
  return query select m.* from public.conversation_messages m where m.conversation_id = conversation.id;
end
$$;
comment on function public.read_messages(uuid) is
  'The messages of a conversation. The log of the child has an entry of each reading by who oversees it.';
grant execute on function public.read_messages(uuid) to authenticated;

create function public.open_conversation(conversation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
begin
  update public.conversations c set
    teacher_read_at = case when c.teacher_id = me then clock_timestamp() else c.teacher_read_at end,
    guardian_read_at = case when c.teacher_id = me then c.guardian_read_at else clock_timestamp() end
  where c.id = open_conversation.conversation_id and c.id in (select private.my_conversation_ids());
  if not found then
    perform private.refuse('conversation.unknown', 'This conversation is not yours any more.', errcode => 'P0002');
  end if;
  perform private.mark_notifications(array(select n.id from public.notifications n
    join public.conversation_messages m on n.source = 'conversation/' || m.id
    where m.conversation_id = open_conversation.conversation_id and n.user_id = me and n.read_at is null));
end
$$;
comment on function public.open_conversation(uuid) is
  'Notes that parent or teacher has read a conversation, with its notifications.';
grant execute on function public.open_conversation(uuid) to authenticated;

-- For the file of a child: what the caller may read, with its trace.
create function private.exported_conversations(student uuid) returns jsonb
language sql set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(c)), '[]') from private.readable_conversations() c
  where c.student_id = exported_conversations.student
$$;
grant execute on function private.exported_conversations(uuid) to authenticated;

create function private.exported_messages(student uuid) returns jsonb
language sql set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(m) order by m.sent_at), '[]')
  from private.readable_conversations() c cross join lateral public.read_messages(c.id) m
  where c.student_id = exported_messages.student
$$;
grant execute on function private.exported_messages(uuid) to authenticated;
