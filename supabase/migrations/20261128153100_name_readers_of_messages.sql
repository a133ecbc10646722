alter table public.announcements
  drop constraint announcements_audience_check;

alter table public.documents
  drop constraint documents_audience_check;

alter table public.announcements
  alter column audience set default '{}'::public.user_role[];

alter table public.documents
  alter column audience set default '{}'::public.user_role[];
