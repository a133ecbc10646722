/** Why schools choose each version. */
export const benefits = {
  saas: [
    { title: 'Live this week', text: 'Sign up, import your class lists from a spreadsheet and take roll call the same day.' },
    { title: 'Try it for a month', text: 'The whole product, 1 month, no card. Subscribe online only if it earns its place.' },
    { title: 'One account, many schools', text: 'Directors see every campus; each school sees only its own records.' },
    { title: 'No server room', text: 'Hosting, backups, monitoring and updates are ours. The target is 99.9% uptime.' },
    { title: 'Pay per term or per year', text: 'Online, by M-Pesa, card or bank transfer; ten percent less when you pay for the year.' },
  ],
  standalone: [
    { title: 'Records stay with you', text: 'The database runs on your server, in your office or at the host you choose.' },
    { title: 'Your name on the door', text: 'Your own domain, logo and colours, and no other school in the system.' },
    { title: 'One licence a year', text: 'A fixed yearly licence with lifetime updates, whatever the number of users.' },
    { title: 'Works when the line is down', text: 'On the school’s own network the office carries on while the internet is away.' },
    { title: 'Installed with you', text: 'Our engineers deploy it in 1-2 weeks and train the office, the bursar and the teachers.' },
  ],
} as const;

/** Rows of the comparison table; prices are filled in from the price book. */
export type ComparisonRow = { label: string; saas: string; standalone: string } | { label: string; price: 'from' };

export const comparison: readonly ComparisonRow[] = [
  { label: 'Hosting', saas: 'Our cloud, managed for you', standalone: 'Your server, or managed hosting as a service' },
  { label: 'Time to start', saas: 'The same day', standalone: '1-2 weeks for deployment' },
  { label: 'Free trial', saas: '1 month, no card needed', standalone: 'None; live demos instead' },
  { label: 'Schools', saas: 'Many schools under one account', standalone: 'One school; more with the Multi Branch add-on' },
  { label: 'Billing', saas: 'Subscription per term or per year, online', standalone: 'Yearly licence' },
  { label: 'Starting price', price: 'from' },
  { label: 'Students', saas: '1 to 1,500, by plan', standalone: 'Up to 500 with Basic, unlimited above' },
  { label: 'Users', saas: 'Unlimited', standalone: 'Unlimited' },
  { label: 'Default modules', saas: '21', standalone: '24' },
  { label: 'Updates', saas: 'Automatic, no downtime to plan', standalone: 'Lifetime updates, installed when it suits you' },
  { label: 'Maintenance', saas: 'Included', standalone: '15% of the licence cost a year' },
  { label: 'Domain', saas: 'Address on our domain; your own as a service', standalone: 'Your own; set-up at extra cost' },
  { label: 'Server requirements', saas: 'None: a browser is enough', standalone: '4GB RAM, 50GB storage, PHP 7.4+, MySQL 5.7+' },
];
