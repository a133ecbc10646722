set check_function_bodies = off;

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
      g.full_name as guardian
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
