-- Roles that schools often have, for an administrator to take and change.
create table private.role_suggestions (
  slug text primary key,
  position integer not null unique,
  name text not null,
  base public.user_role not null check (base in ('admin', 'teacher', 'staff')),
  permissions text[] not null
);

alter table private.role_suggestions enable row level security;

insert into private.role_suggestions (slug, position, name, base, permissions) values
  ('bursar', 1, 'Bursar', 'staff', '{profile:edit,school:work,store:buy,student:read,student:read-all,class:read-all,
    finance:read,report:read,fee:read,fee:write,fee:charge,fee:refund,fee:take,fee-payment:record,fee-account:read-all,
    fee-receipt:read-all}'),
  ('accountant', 2, 'Accountant', 'staff', '{profile:edit,school:work,student:read,student:read-all,class:read-all,
    finance:read,report:read,fee:read,fee-payment:record,fee-account:read-all,fee-receipt:read-all}'),
  ('receptionist', 3, 'Receptionist', 'staff', '{profile:edit,school:work,student:read,student:read-all,student:write,
    class:read-all,attendance:read-all,register:read-all,register:oversee,announcement:write,document:share,
    gate:issue-cards,custody:read}'),
  ('librarian', 4, 'Librarian', 'staff', '{profile:edit,school:work,student:read,student:read-all,class:read-all,
    announcement:write,document:share}'),
  ('nurse', 5, 'Nurse', 'staff', '{profile:edit,school:work,student:read,student:read-all,class:read-all,record:write,
    record:read-all,record:write-all,custody:read,consent:manage}'),
  ('matron', 6, 'Matron', 'staff', '{profile:edit,school:work,student:read,student:read-all,class:read-all,
    attendance:take,attendance:read-all,attendance:take-all,record:write,record:read-all,record:write-all,
    behaviour:record,custody:read}'),
  ('driver', 7, 'Driver', 'staff', '{profile:edit,school:work}'),
  ('storekeeper', 8, 'Storekeeper', 'staff', '{profile:edit,school:work,store:buy}'),
  ('gate-guard', 9, 'Gate guard', 'staff', '{profile:edit,school:work,attendance:take,gate:issue-cards,custody:read}'),
  ('deputy', 10, 'Deputy head', 'teacher', '{profile:edit,school:work,class:read,class:read-all,class:teach,class:write,
    student:read,student:read-all,schedule:read,assignment:write,assignment:read-all,grade:write,result:read-all,
    report:read,announcement:write,announcement:read-all,announcement:write-all,document:share,attendance:take,
    attendance:read-all,attendance:take-all,register:read-all,register:oversee,behaviour:record,behaviour:read-all,
    record:read-all}'),
  ('head', 11, 'Head', 'admin', '{profile:edit,school:work,school:edit-own,staff:read,staff:read-all,staff:write,
    class:read,class:read-all,class:teach,class:write,term:write,student:read,student:read-all,student:write,
    assignment:read-all,result:read-all,report:read,announcement:write,announcement:read-all,announcement:write-all,
    announcement:manage,document:share,document:read-all,document:manage,attendance:take,attendance:read-all,
    attendance:take-all,register:read-all,register:oversee,behaviour:record,behaviour:read-all,record:read-all,
    record:write-all,custody:read,custody:write,consent:manage,protection:read,protection:manage,fee:read,
    fee-account:read-all,finance:read}'),
  ('director', 12, 'Director', 'admin', '{profile:edit,school:work,store:buy,staff:read,staff:read-all,class:read,
    class:read-all,student:read,student:read-all,finance:read,report:read,fee:read,fee-account:read-all,
    fee-receipt:read-all,attendance:read-all,register:read-all,assignment:read-all,result:read-all,announcement:write,
    announcement:read-all,announcement:write-all,document:read-all,protection:read,audit:read,plan:read,plan:manage,
    school:export}');
