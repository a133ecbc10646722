import { describe, expect, it } from 'vitest';
import type { Sender } from './sender.ts';
import { renderMail, templates } from './renderMail.ts';

const orderTexts = (name: string) => ({
  subject: `${name} {{order}}`,
  opening: 'To {{ customer }} of {{institution}}: {{total}}.',
  closing: 'After the facts.',
});
const emails = { proforma: orderTexts('Pay'), receipt: orderTexts('Paid'), refund: orderTexts('Back') };
const sender: Sender = {
  brand: { name: 'Masomo' },
  contact: { phone: '+254 700 000 000', email: 'hello@masomo.test', salesEmail: '', supportEmail: '', addressLines: [] },
  payments: { bank: { bankName: 'KCB', accountNumber: '123', validDays: 9 } },
  emails,
  siteUrl: 'https://masomo.test',
};
const order = {
  order_number: 'ORD-2026-7',
  payment_reference: 'REF7',
  customer_name: 'Amina <b>',
  institution: 'Kilimani',
  total_amount: 3999,
  net_amount: 3447.41,
  vat_amount: 551.59,
  items: [{ addon_name: 'Android App', quantity: 1, line_total: 3999 }],
};

describe('a mail about an order', () => {
  it.each([
    ['order-proforma', order, 'Pay ORD-2026-7'],
    ['order-receipt', { ...order, receipt: 'SKJ4', paid_at: '2026-11-20T09:00:00Z' }, 'Paid ORD-2026-7'],
    [
      'order-refund',
      { ...order, refund_amount: 999, refund_method: 'mpesa', receipt: 'SKJ4', reason: 'Twice', is_cancelled: true },
      'Back ORD-2026-7',
    ],
  ])('%s uses the texts of the settings', async (template, data, subject) => {
    const mail = await renderMail({ template, data, language: 'en' }, sender);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain('To Amina <b> of Kilimani: KES 3,999.');
    expect(mail.text).toContain('After the facts.');
    expect(mail.html).not.toContain('<b>');
  });

  it('says that the order is cancelled when a refund cancels it, and only then', async () => {
    const refund = { ...order, refund_amount: 999, refund_method: 'mpesa', receipt: 'SKJ4', reason: 'Twice' };
    const textOf = async (isCancelled: boolean) =>
      (await renderMail({ template: 'order-refund', data: { ...refund, is_cancelled: isCancelled }, language: 'en' }, sender)).text;
    expect(await textOf(true)).toContain('The order is cancelled');
    expect(await textOf(false)).not.toMatch(/cancel/i);
  });

  it('links to the order with its key, which opens the papers and stands where no server sees it', async () => {
    const key = '00000000-0000-4000-8000-0000000000bb';
    const text = async (data: Record<string, unknown>) =>
      (await renderMail({ template: 'order-proforma', data, language: 'en' }, sender)).text;
    expect(await text({ ...order, order_key: key })).toContain(`https://masomo.test/store/orders/ORD-2026-7#key=${key}`);
    expect(await text(order)).toMatch(/store\/orders\/ORD-2026-7$/m);
  });

  it('contains bank account and payment reference whatever the texts are', async () => {
    expect((await renderMail({ template: 'order-proforma', data: order, language: 'en' }, sender)).text).toMatch(
      /Bank: KCB[\s\S]*Account number: 123[\s\S]*Reference: REF7/,
    );
  });

  it('fills in the day of the payment in a receipt', async () => {
    const withDay = { ...emails, receipt: { ...emails.receipt, opening: 'Paid on {{day}}.' } };
    const data = { ...order, receipt: 'SKJ4', paid_at: '2026-11-20T09:00:00Z' };
    expect((await renderMail({ template: 'order-receipt', data, language: 'en' }, { ...sender, emails: withDay })).text).toContain(
      'Paid on 20 November 2026.',
    );
  });

  it('fails with a reason when the settings contain no texts', async () => {
    await expect(renderMail({ template: 'order-receipt', data: order, language: 'en' }, { ...sender, emails: undefined })).rejects.toThrow(
      /emails/,
    );
  });
});

describe('a mail about the price of a plan', () => {
  const data = {
    school: 'Kilimani Primary',
    plan: 'Silver',
    period: 'term',
    old_price: 40000,
    new_price: 42000,
    effective_on: '2027-01-05',
  };

  it('contains both prices and the date of the change', async () => {
    const { subject, text } = await renderMail({ template: 'price-change', data, language: 'en' }, sender);
    expect(subject).toBe('Silver: new price from 5 January 2027');
    expect(text).toMatch(
      /Kilimani Primary[\s\S]*Until then: KES 40,000 per term[\s\S]*From 5 January 2027: KES 42,000 per term[\s\S]*hello@masomo\.test/,
    );
  });

  it('announces that a price change was withdrawn', async () => {
    expect((await renderMail({ template: 'price-change-withdrawn', data, language: 'en' }, sender)).text).toContain(
      'Kilimani Primary continues at KES 40,000 per term.',
    );
  });
});

describe('a reminder of fees', () => {
  const debt = {
    guardian: 'Mary Njeri',
    student: 'Brian Njeri',
    admission_number: 'GA/1041',
    balance: 26_800,
    overdue: 0,
    school: 'Greenfield Academy',
    phone: '',
  };

  it('contains the payment instructions of the school line by line, or none', async () => {
    const withInstructions = await renderMail(
      { template: 'fee-reminder', data: { ...debt, how_to_pay: 'Paybill 400222 <b>\nOr at the office' }, language: 'en' },
      sender,
    );
    expect(withInstructions.text).toContain('How to pay: Paybill 400222 <b>\n');
    expect(withInstructions.text).toContain('Or at the office');
    expect(withInstructions.html).toContain('Paybill 400222 &lt;b&gt;');
    expect((await renderMail({ template: 'fee-reminder', data: debt, language: 'en' }, sender)).text).not.toContain('How to pay');
  });
});

describe('a reply to a ticket', () => {
  const reply = (body: string) =>
    renderMail(
      {
        template: 'ticket-reply',
        data: { ticket_number: 'TCK-7', subject: 'Printing', sender_name: 'Amina', body, author_name: 'Peter Otieno' },
        language: 'en',
      },
      sender,
    );
  const count = (text: string, words: string) => text.split(words).length - 1;

  it('greets and signs once, whether its writer does or not', async () => {
    const plain = await reply('The printer works again.');
    expect([count(plain.text, 'Hello Amina'), count(plain.text, 'Peter Otieno')]).toEqual([1, 1]);
    const subject = await reply('With kind regards to the printer: it works again.');
    expect(count(subject.text, 'Peter Otieno')).toBe(1);
    const whole = await reply('Hello Amina,\n\nthe printer works again.\n\nKind regards\nPeter Otieno');
    expect([count(whole.text, 'Hello Amina'), count(whole.text, 'Peter Otieno')]).toEqual([1, 1]);
  });
});

describe('every kind of mail', () => {
  const form = {
    name: 'Amina',
    email: 'amina@school.test',
    institution: 'Kilimani',
    role: 'Other',
    version: 'SaaS',
    subject: 'Other',
    message: 'Hi',
  };
  const ticket = {
    ticket_id: '0190a000-0000-4000-8000-000000000001',
    ticket_number: 'TCK-7',
    sender_name: 'Amina',
    sender_email: 'amina@school.test',
    subject: 'Printing',
    support_type: 'Other',
    priority: 'low',
    message: 'Hi',
    body: 'Done.',
    author_name: 'Peter',
  };
  const change = {
    school: 'Kilimani',
    plan: 'Silver',
    period: 'term',
    old_price: 40000,
    new_price: 42000,
    effective_on: '2027-01-05',
    ends_on: '2027-01-05',
  };
  const refund = { ...order, refund_amount: 999, refund_method: 'mpesa', receipt: 'SKJ4', reason: 'Twice', is_cancelled: true };
  const debt = {
    guardian: 'Mary',
    student: 'Brian',
    admission_number: 'GA/1',
    balance: 26_800,
    overdue: 100,
    school: 'Greenfield',
    phone: '',
  };

  const left = { school: 'Kilimani', deletes_on: '2027-03-06', deleted_on: '2027-03-06', certificate: 'C7' };

  const mails: [template: string, data: Record<string, unknown>, english: string, swahili: string][] = [
    ['demo-request', form, 'Demo request: Kilimani (SaaS)', 'Ombi la onyesho: Kilimani (SaaS)'],
    ['demo-request-received', form, 'We have your demo request', 'Tumepokea ombi lako la onyesho'],
    ['contact-message', form, 'A message from Amina', 'Ujumbe kutoka kwa Amina'],
    ['contact-message-received', form, 'We have your message', 'Tumepokea ujumbe wako'],
    ['support-ticket', ticket, 'New ticket TCK-7', 'Tiketi mpya TCK-7'],
    ['support-ticket-received', ticket, 'We have your request', 'Tumepokea ombi lako'],
    ['ticket-answer', ticket, 'Amina answered TCK-7', 'Amina amejibu TCK-7'],
    ['ticket-reply', ticket, 'Hello Amina', 'Habari Amina'],
    ['order-proforma', order, 'Thank you, Amina', 'Asante, Amina'],
    [
      'order-receipt',
      { ...order, receipt: 'S1', paid_at: '2026-11-20T09:00:00Z' },
      'Paid on: 20 November 2026',
      'Tarehe ya malipo: 20 Novemba 2026',
    ],
    ['order-refund', refund, 'We have refunded KES 999', 'Tumerejesha KES 999'],
    ['order-surplus', { ...order, surplus_amount: 500.5 }, 'We owe you KES 500.50', 'Tuna deni lako la KES 500.50'],
    [
      'subscription-ending',
      change,
      'Your Silver subscription ends on 5 January 2027',
      'Usajili wako wa mpango wa Silver utaisha tarehe 5 Januari 2027',
    ],
    [
      'licence-ending',
      { school: 'Greenfield', name: 'Quick Fees', ends_on: '2027-01-05' },
      'Quick Fees ends on 5 January 2027',
      'Quick Fees itaisha tarehe 5 Januari 2027',
    ],
    ['price-change', change, 'From 5 January 2027: KES 42,000 per term', 'Kuanzia 5 Januari 2027: KES 42,000 kwa muhula'],
    ['price-change-withdrawn', change, 'The price of Silver stays as it is', 'Bei ya Silver inabaki ilivyo'],
    ['fee-reminder', debt, 'Greenfield kindly reminds you of the school fees of Brian.', 'Greenfield inakukumbusha kuhusu karo ya Brian.'],
    ['trial-account-exists', {}, 'You already have an account', 'Tayari una akaunti'],
    ['addon-ready', { addon: 'Biometrics', category: 'saas' }, 'Biometrics can be bought now', 'Biometrics sasa inaweza kununuliwa'],
    ['school-closed', left, 'Kilimani is closed', 'Kilimani imefungwa'],
    [
      'authenticator-reset',
      { name: 'Faith', reason: 'Lost', by: 'Joseph', school: 'Greenfield' },
      'Your authenticator app was taken off your account',
      'Programu yako ya uthibitishaji imeondolewa kwenye akaunti yako',
    ],
    ['school-deleted', left, 'The records of Kilimani are deleted', 'Rekodi za Kilimani zimefutwa'],
  ];

  it('is known of every mail', () => expect(mails.map(([name]) => name).sort()).toEqual(Object.keys(templates).sort()));

  it.each(mails)('%s is written in the language of its reader', async (template, data, english, swahili) => {
    const whole = async (language: string) => {
      const { subject, text, html } = await renderMail({ template, data, language }, sender);
      expect(html).toContain(`<html lang="${language}">`);
      return `${subject}\n${text}`;
    };
    expect(await whole('en')).toContain(english);
    const translated = await whole('sw');
    expect(translated).toContain(swahili);
    expect(translated).not.toContain(english);
  });

  it('whose words the database says is written in the language of its reader, without a template of its name', async () => {
    const data = {
      subject: { sentence: 'Set up two-step sign-in' },
      title: { sentence: 'Dear {name}', args: { name: '{school}' } },
      texts: [
        {
          sentence: 'From {day} {school} lets you in with a code from an app on your phone only. Setting it up takes two minutes.',
          args: { day: { day: '2027-01-05' }, school: 'Greenfield' },
        },
      ],
      link: { label: { sentence: 'Set it up' }, path: '/dashboard/profile' },
    };
    const ofModules = {
      'Set up two-step sign-in': 'Weka kuingia kwa hatua mbili',
      'Dear {name}': 'Mpendwa {name}',
      [data.texts[0]?.sentence ?? '']: 'Kuanzia {day}, {school} itakuruhusu kuingia kwa msimbo wa programu ya simu yako tu.',
    };
    const textsIn = (language: string): Record<string, string> => (language === 'sw' ? ofModules : {});
    const { subject, text } = await renderMail({ template: 'of-a-module', data, language: 'sw' }, sender, textsIn);
    expect(subject).toBe('Weka kuingia kwa hatua mbili');
    expect(text).toContain('Mpendwa {school}');
    expect(text).toContain('Kuanzia 5 Jan 2027, Greenfield itakuruhusu kuingia');
    expect(text).toContain('https://masomo.test/dashboard/profile');
    expect((await renderMail({ template: 'of-a-module', data, language: 'en' }, sender, textsIn)).text).toContain(
      'From 5 Jan 2027 Greenfield',
    );
  });

  it('uses the texts that the store has in the language of the reader', async () => {
    const sw = { proforma: orderTexts('Lipa'), receipt: orderTexts('Imelipwa'), refund: orderTexts('Imerejeshwa') };
    const subjectIn = async (language: string) =>
      (await renderMail({ template: 'order-proforma', data: order, language }, { ...sender, emails: { ...emails, sw } })).subject;
    expect([await subjectIn('en'), await subjectIn('sw')]).toEqual(['Pay ORD-2026-7', 'Lipa ORD-2026-7']);
  });
});
