-- The price book a new installation starts with. Rows already there stay as they are. A plan's feature with - is not included, one with + partly in preparation.
insert into public.plans (name, description, category, price, period, highlight, badge, features, max_students, position)
select name, description, category::public.product_category, price, period::public.plan_period, badge is not null, badge,
  (select jsonb_agg(jsonb_build_object('text', ltrim(feature, '-+'), 'included', left(feature, 1) <> '-') || case left(feature, 1) when '+' then '{"isPartlyReady": true}' else '{}' end::jsonb order by ordinality) from unnest(features) with ordinality as f (feature, ordinality)),
  max_students, position
from (values
  ('Starter', 'For a school that is putting its records in one place.', 'saas', 20000, 'term', null, 200, 10,
    array['1-200 students', 'Unlimited users', '+All 21 default modules', 'Fees with M-Pesa references', 'Email support', '-Multiple campuses', '-Priority support']),
  ('Bronze', 'For a growing school with more classes than one office can follow.', 'saas', 30000, 'term', null, 400, 20,
    array['201-400 students', 'Unlimited users', '+All 21 default modules', 'Fees with M-Pesa references', 'Email and phone support', '-Multiple campuses', '-Priority support']),
  ('Silver', 'For an established school, also on two sites.', 'saas', 40000, 'term', 'Most Popular', 700, 30,
    array['401-700 students', 'Unlimited users', '+All 21 default modules', 'Up to 2 campuses', 'Email, phone and chat support', 'Training for new staff every term', '-Priority support']),
  ('Gold', 'For large schools, colleges and groups.', 'saas', 60000, 'term', null, 1500, 40,
    array['701-1500 students', 'Unlimited users', '+All 21 default modules', 'Several campuses in one set of books', 'Email, phone and chat support', 'Training for new staff every term', 'Priority support']),
  ('Basic', 'Your own server, everything to run one school.', 'standalone', 49999, 'year', null, 500, 110,
    array['Up to 500 students', '+All 24 default modules', 'Lifetime updates', 'Installation on your server', '-Support beyond installation', '-Hosting']),
  ('Advanced', 'No limit on students, with a year of support.', 'standalone', 79999, 'year', 'Recommended', null, 120,
    array['Unlimited students', '+All 24 default modules', 'Lifetime updates', 'Installation on your server', '12 months support', '-Hosting']),
  ('Premium', 'Everything taken care of: support for two years, hosting for one.', 'standalone', 129999, 'year', null, null, 130,
    array['Unlimited students', '+All 24 default modules', 'Lifetime updates', 'Installation and data import', '24 months premium support', '12 months hosting'])
) as plan (name, description, category, price, period, badge, max_students, position, features)
on conflict do nothing;

insert into public.addons (name, description, category, price, pricing_price, features_price, pricing_name, aliases, is_popular, icon, position, feature, features)
select name, description, category::public.product_category, price, pricing_price, features_price, pricing_name, aliases, is_popular, icon, position, 'addon:' || slug, features
from (values
  ('QR Code Attendance', 'Students and staff sign in at the gate by showing a code; the register fills itself.', 'saas', 3999, 3999, 3999, null::text, array['QR Attendance'], true, 'qr-code', 10, 'qr-attendance',
    array['A printed or phone code for every student', 'Gate scan with any Android phone', 'Message to the parent on arrival', 'Late list by half past eight', 'Staff attendance in the same register']),
  ('Two-Factor Authentication', 'A second step at sign-in for everyone who can see marks or money.', 'saas', 2999, 2499, 2999, null, array['2FA', 'Two-Factor Authenticator'], true, 'shield-check', 20, 'two-factor',
    array['Codes from any authenticator app', 'Required by role, for instance for teachers', 'Recovery codes printed once', 'A log of every sign-in']),
  ('Android App', 'Your school in the parent’s pocket, under your own name and crest.', 'standalone', 3999, 1999, null, null, array['Mobile App', 'Android Application'], true, 'smartphone', 110, 'android-app',
    array['Your name, crest and colours', 'Fees, results and notices for parents', 'Homework and timetable for students', 'Works on slow connections', 'Updates through the Play Store']),
  ('Behaviour Records', 'Merits, incidents and what was agreed, in one place that follows the student.', 'standalone', 1999, 1999, null, null, array['Behavior Records'], false, 'clipboard-list', 120, 'behaviour-records',
    array['Merits and incidents with points', 'Follow-up with date and person', 'Report for the class teacher', 'Shared with parents when you decide']),
  ('Biometrics Entry', 'Fingerprint or face readers at the gate write straight into attendance.', 'standalone', 1999, 1999, null, null, array['Biometric Entry', 'Biometrics'], false, 'fingerprint', 130, 'biometrics',
    array['Common ZKTeco readers', 'Attendance without a roll call', 'Works through a power cut and catches up', 'Separate rules for boarders']),
  ('CBSE Examination', 'Examination scheme, grading and report cards of the CBSE curriculum.', 'standalone', 1999, 1999, null, null, array['CBSE Exam'], false, 'graduation-cap', 140, 'cbse-examination',
    array['Scholastic and co-scholastic areas', 'Term and annual weighting', 'Report cards in the board’s layout', 'Grade lists for a whole class']),
  ('Google Meet Live Classes', 'Lessons over Google Meet, started from the timetable.', 'standalone', 1499, 1499, null, 'Gmeet Live Classes', array['Gmeet Live Classes', 'Gmeet', 'Google Meet'], false, 'video', 150, 'google-meet',
    array['A link per lesson, made for you', 'Attendance from who joined', 'Recordings kept with the lesson', 'Parents see the calendar']),
  ('Multi Branch', 'Several campuses, one office: separate books, shared reports.', 'standalone', 2999, 2999, null, null, array['Multi-Branch', 'Multi Campus'], true, 'network', 160, 'multi-branch',
    array['A separate database area per branch', 'Reports across branches', 'Staff who work at two campuses', 'Fees by branch, balance for the group', 'Switch branch without signing in again']),
  ('Online Course', 'Courses with lessons, quizzes and certificates, free or paid.', 'standalone', 2499, 2499, null, null, array['Online Courses'], false, 'book-open', 170, 'online-course',
    array['Lessons with video and documents', 'Quizzes that mark themselves', 'Certificate at the end', 'Free or paid by M-Pesa']),
  ('QR Code Attendance', 'Attendance by scanning codes, on your own server.', 'standalone', 1999, 1999, null, null, array['QR Attendance'], false, 'qr-code', 180, 'qr-attendance',
    array['A code for every student and member of staff', 'Any phone or a desk scanner', 'Register filled in real time', 'Late and absent lists']),
  ('Quick Fees', 'Take a payment in three steps, receipt included, on the busiest day of term.', 'standalone', 1999, 1999, null, null, array['Quick Fee'], true, 'banknote', 190, 'quick-fees',
    array['Search by name or admission number', 'Several fees in one receipt', 'M-Pesa, cash and bank in one screen', 'Day’s total per cashier']),
  ('Thermal Print', 'Receipts on 58 and 80 mm paper from any till printer.', 'standalone', 1999, 1999, null, null, array['Thermal Printer', 'Thermal Printing'], false, 'printer', 200, 'thermal-print',
    array['58 mm and 80 mm rolls', 'Your header and footer', 'Prints from the browser', 'Reprint marked as a copy']),
  ('Two-Factor Authenticator', 'A second step at sign-in, on your own server.', 'standalone', 1999, 1999, null, null, array['Two-Factor Authentication', '2FA'], false, 'shield-check', 210, 'two-factor',
    array['Codes from any authenticator app', 'Required by role', 'Works without internet', 'Log of every sign-in']),
  ('Zoom Live Classes', 'Lessons over Zoom, started from the timetable.', 'standalone', 1999, 1999, null, null, array['Zoom', 'Zoom Classes'], false, 'video', 220, 'zoom',
    array['A meeting per lesson, made for you', 'Waiting room by class list', 'Attendance from who joined', 'Recordings kept with the lesson'])
) as addon (name, description, category, price, pricing_price, features_price, pricing_name, aliases, is_popular, icon, position, slug, features)
on conflict do nothing;

insert into public.services (name, description, category, price, unit, position)
select name, description, category::public.product_category, price, unit, position
from (values
  ('Managed Hosting Standard', 'Your Standalone installation on our servers: daily backup, updates, monitoring.', 'standalone', 3999, 'per term', 10),
  ('Managed Hosting Premium', 'A server of your own, backup every hour, updates at the time you choose.', 'standalone', 8499, 'per term', 20),
  ('Custom Domain Setup', 'Your own address such as portal.yourschool.ac.ke, with its certificate.', 'standalone', 3499, 'per year', 30),
  ('Data Migration Basic', 'Students, guardians and fee balances from your spreadsheets.', 'saas', 4999, 'per year', 40),
  ('Data Migration Complex', 'Everything from another system: results, payments, staff and documents.', 'saas', 14999, 'per year', 50),
  ('Premium Support Package', 'A named person, answers within two working hours, a call every month.', 'saas', 4999, 'per term', 60),
  ('Onboarding SaaS', 'Set-up with your classes, fees and users, and training for the office.', 'saas', 4999, 'one-time', 70),
  ('Onboarding Standalone', 'Set-up on your server, training on site or online for every department.', 'standalone', 9999, 'one-time', 80)
) as service (name, description, category, price, unit, position)
on conflict do nothing;
