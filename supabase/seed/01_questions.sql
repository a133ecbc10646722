-- Questions and testimonials a new installation starts with. Questions already there stay as they are.
insert into public.faqs (surface, category, question, answer, position)
select surface, category, question, answer, 10 * row_number() over ()
from (values
  ('faq', 'General', 'What does the system do for a school?', 'It keeps students, classes, attendance, exams, report cards, fees and staff in one place, and gives each person the part they need: the office, the teacher, the parent and the student. What is still in preparation, such as hostel and transport, is marked on the features page.'),
  ('faq', 'General', 'Which schools is it made for?', 'For primary and secondary schools, colleges and universities. It knows CBC learning areas and levels as well as 8-4-4 subjects and means, and term dates are yours to set.'),
  ('faq', 'General', 'What is the difference between SaaS and Standalone?', 'SaaS runs in our cloud: nothing to install, paid per term, with 21 modules. Standalone runs on your own server under a yearly licence, with 24 modules; hosting and domain can be added. A module in preparation is marked on the features page. Both are supported by the same people.'),
  ('faq', 'General', 'Can I see it before I decide?', 'Yes. Both versions have a live online demo for six roles, and we give guided demos of 45-60 minutes with your own questions. After a request we contact you within 24 hours.'),
  ('faq', 'SaaS Version', 'How does the free trial work?', 'You use the SaaS version for 1 month without a card. Everything you enter stays when you subscribe. Standalone has demos instead of a trial.'),
  ('faq', 'SaaS Version', 'How many users may we have?', 'As many as you like in every plan. Plans differ by the number of students: Starter up to 200, Bronze to 400, Silver to 700 and Gold to 1,500.'),
  ('faq', 'SaaS Version', 'Can several schools share one account?', 'Several campuses of one school can, with one office and one set of books: Silver includes up to 2 campuses. Schools of a group each have records and users of their own that no other can see.'),
  ('faq', 'SaaS Version', 'How reliable is the service?', 'Our target is 99.9% availability per month. Data is backed up every day, and planned work is announced and done outside school hours.'),
  ('faq', 'Standalone', 'What does our server need?', 'At least 4 GB of memory, 50 GB of storage and Node.js 20.19 or later; its database, PostgreSQL, comes with it. A server in the school’s own network or a rented one will do.'),
  ('faq', 'Standalone', 'How long does deployment take?', 'One to two weeks, from the signed order to the first sign-in, including installation, your classes and fees, and training.'),
  ('faq', 'Standalone', 'What does the yearly licence include?', 'The software with its 24 modules, those in preparation as they are finished, and lifetime updates. Advanced adds 12 months of support; Premium adds 24 months of premium support and 12 months of hosting. The annual maintenance fee is 15% of the licence cost.'),
  ('faq', 'Standalone', 'Does it work without internet?', 'Inside the school’s network, yes: the server answers even when the line is down. What needs the outside, such as emails, waits and goes out when the line is back.'),
  ('faq', 'Billing & Pricing', 'How can we pay?', 'By M-Pesa, card or bank transfer. Prices are in Kenya shillings and include 16% VAT; the dollar amounts are shown for orientation at the day’s rate.'),
  ('faq', 'Billing & Pricing', 'Is it cheaper to pay for the whole year?', 'Yes. Annual billing takes 10% off every SaaS plan: Silver, for instance, is KES 36,000 per term instead of KES 40,000.'),
  ('faq', 'Billing & Pricing', 'What do add-ons cost?', 'From KES 1,499 to KES 3,999 per term and campus. Those in preparation have a price, but are not sold before they are ready. The store shows the price that is charged, whatever page you come from.'),
  ('faq', 'Billing & Pricing', 'Can prices change?', 'A new price is announced at least 30 days before it applies, and never touches a period you have already paid for.'),
  ('faq', 'Technical', 'Which devices and browsers work?', 'Any recent Chrome, Edge, Firefox or Safari, on a computer, a tablet or a phone. The screens fit a small phone, and the product can be installed to the home screen.'),
  ('faq', 'Technical', 'Can you move our records from another system?', 'Yes. Students, guardians and balances from spreadsheets are a basic migration (KES 4,999); results, payments, staff and documents from another system are a complex one (KES 14,999).'),
  ('faq', 'Technical', 'Can we take our data out?', 'At any time. An administrator exports the whole school as one ZIP of tables and documents; single lists download as CSV. When a subscription ends you read and export for 30 days, and your administrators for 60 days more, before it is deleted.'),
  ('faq', 'Technical', 'Is there training for our staff?', 'Yes. Onboarding (KES 4,999 for SaaS, KES 9,999 for Standalone) covers set-up and training by role, with short guides to keep.'),
  ('faq', 'Security', 'Who can see our records?', 'Only people of your school, each in their role: a teacher sees their classes, a parent their children. Schools are separated in the database itself, not only on the screen.'),
  ('faq', 'Security', 'How is sign-in protected?', 'Passwords are stored hashed, sessions can be ended on every device at once, and two-factor authentication, which administrators and the office must use, adds a code from an authenticator app.'),
  ('faq', 'Security', 'Do you comply with the Data Protection Act?', 'Yes. We work under Kenya’s Data Protection Act 2019 as your processor: your school decides what is recorded, and we document how it is protected. The privacy policy has the details.'),
  ('faq', 'Security', 'What happens if something goes wrong?', 'Every change of a mark, a fee or a role is logged with name and time. SaaS data is backed up daily and restores are practised; for Standalone we set the backup up with you.'),

  ('versions', 'SaaS Version', 'Do I need a card for the trial?', 'No. The SaaS trial runs for 1 month and asks for no card. At the end you choose a plan or leave; nothing is charged by itself.'),
  ('versions', 'SaaS Version', 'Can one account serve several schools?', 'In the SaaS version a school with several campuses is one account. Schools of a group each have records, users and fees of their own.'),
  ('versions', 'SaaS Version', 'Can I renew online?', 'Yes. A SaaS subscription is bought and renewed online by M-Pesa, card or bank transfer, for a term or for a year.'),
  ('versions', 'SaaS Version', 'Will I be told before the trial ends?', 'Yes. We write to you before the last day, by email and on your dashboard, so that nothing stops in the middle of a week.'),
  ('versions', 'Technical', 'Can we change from one version to the other later?', 'Yes. Records move from SaaS to Standalone and back with our migration service. Everyone chooses a new password by a link in an email.'),
  ('versions', 'SaaS Version', 'What happens to our data if we stop?', 'You read and export for 30 days, and your administrators for 60 days more. Only then is the data deleted, and we confirm that in writing.'),

  ('demo', 'General', 'What do I see in the online demo?', 'A school with classes, marks, fees and messages, in the version you choose. Sign in as administrator, teacher, student, parent or member of the office and try what you like; accountants use the administrator’s sign-in, receptionists that of the office.'),
  ('demo', 'General', 'How long does a guided demo take?', '45-60 minutes. Half of it belongs to your questions; bring your report card and your fee structure and we show it with those.'),
  ('demo', 'General', 'How soon do you answer a request?', 'Within 24 hours on working days. After sending the form you can also choose a 30-minute slot yourself.'),
  ('demo', 'General', 'Who should take part?', 'Whoever will work with it: the head teacher, the bursar, the person responsible for IT, and a teacher who asks hard questions.'),
  ('demo', 'Standalone', 'Is there a trial of the Standalone version?', 'No, it runs on your own server. Its online demo is complete, and the guided demo answers what your server needs.'),
  ('demo', 'Billing & Pricing', 'Does a demo cost anything?', 'No, and it binds you to nothing. Afterwards you receive a written summary with the price for your school.'),

  ('contact', 'General', 'When can I reach you by phone?', 'Monday to Friday from 7:00 AM to 5:00 PM, East Africa Time. On weekends the line is closed; emails are answered on the next working day.'),
  ('contact', 'General', 'How fast do you answer a message?', 'Within 24 hours. Messages about a failure that keeps a school from working come first.'),
  ('contact', 'Technical', 'We already use the system and need help. Where do we turn?', 'To the support page: a ticket there has a number, a priority and a history, so nobody has to explain twice.'),
  ('contact', 'General', 'Can you visit our school?', 'Yes, in Kenya. For onboarding and training we come to you; for a first conversation an online meeting is quicker for everyone.'),

  ('pricing', 'Billing & Pricing', 'What is the difference between termly and annual billing?', 'Termly is paid at the start of each of the three terms. Annual is paid once and takes 10% off every term; the page shows the price per term in both cases.'),
  ('pricing', 'Billing & Pricing', 'Is VAT included?', 'Yes. Every price includes 16% VAT, and the order shows net and VAT per line.'),
  ('pricing', 'Billing & Pricing', 'What happens when we outgrow our plan?', 'You move up at the next term. Nobody is locked out in the middle of one because three students joined.'),
  ('pricing', 'Standalone', 'What is the annual maintenance fee?', '15% of the licence cost from the second year. It pays for installing updates and for security fixes.'),
  ('pricing', 'Billing & Pricing', 'Why does an add-on cost something else in the store?', 'Where a page lists an older price, it says so beside it. The store’s price is the one that is charged.'),
  ('pricing', 'Billing & Pricing', 'Can we get a quotation or a proforma invoice?', 'Yes. Choose bank transfer when you subscribe or order add-ons, and you receive a proforma invoice with a payment reference at once. For a Standalone licence, write to sales.')
) as faq (surface, category, question, answer)
on conflict do nothing;

insert into public.testimonials (quote, author, role, institution, position)
select quote, author, role, institution, position
from (values
  ('Closing a term used to take us nine evenings. This year the report cards were signed on Thursday afternoon, and every parent had the balance on their phone.', 'Grace Wanjiru', 'Principal', 'Menengai Hill School, Nakuru', 10),
  ('I stopped copying M-Pesa messages into a book. I enter the reference, the receipt prints, and I go home when the office closes.', 'Peter Otieno', 'Bursar', 'Nyando Valley School, Kisumu', 20),
  ('We run it on our own server because our line is what it is. In two years it has never kept a class waiting.', 'Amina Hassan', 'ICT Coordinator', 'Coast Technical College, Mombasa', 30)
) as testimonial (quote, author, role, institution, position)
where not exists (select from public.testimonials);
