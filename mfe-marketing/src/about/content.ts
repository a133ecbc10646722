export const values = [
  { title: 'Innovation', text: 'We build for the phone in a teacher’s hand and the connection the school really has.' },
  { title: 'Integrity', text: 'Prices are public, data belongs to the school, and a promise carries a date.' },
  { title: 'Excellence', text: 'A report form that is almost right is wrong. We test with real marks, real fees, real terms.' },
  { title: 'Empathy', text: 'Schools are busy places. Software must be kind to the people behind the fee window.' },
] as const;

export const reasons = [
  {
    title: 'Made for this curriculum',
    text: 'CBC rubrics, learning areas and grades are part of the core, beside 8-4-4, not translated from elsewhere.',
  },
  {
    title: 'Two ways to own it',
    text: 'Cloud or your own server, with the same people answering the phone and a way to move between them.',
  },
  {
    title: 'Every price on the page',
    text: 'Plans, add-ons and services are listed in shillings and dollars. Nobody has to ask for a quotation to plan a budget.',
  },
  { title: 'People who pick up', text: 'Support in Nairobi, in office hours, by people who know what opening week looks like.' },
  {
    title: 'Records that leave with you',
    text: 'Export your records when you need them. When a subscription ends there is a grace period to do it in.',
  },
  {
    title: 'Protected by design',
    text: 'Each school is walled off from the next; access follows the role; the Data Protection Act 2019 is our floor.',
  },
] as const;
