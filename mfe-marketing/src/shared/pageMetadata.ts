/** Title, meta description and breadcrumb of each page; the brand's name is appended to `title`. */
export const pageMetadata: Record<string, { title: string; description: string; crumb: string }> = {
  '/': {
    crumb: 'Home',
    title: 'School management for Kenya, in the cloud or on your server',
    description:
      'Admissions, CBC assessment, timetables, M-Pesa fees and report forms in one system. 1-month free trial, no card. 10 percent off when you pay for the year.',
  },
  '/versions': {
    crumb: 'Versions',
    title: 'SaaS or Standalone: the two versions compared',
    description:
      'Run it in our cloud with 21 modules, or on your own server with 24. Hosting, price, trial, updates and requirements side by side.',
  },
  '/features': {
    crumb: 'Features',
    title: 'Features: every module and add-on',
    description:
      'Student records, CBC and 8-4-4 assessment, fees, payroll, hostel, transport, certificates and more: what each version includes and what you can add.',
  },
  '/demo': {
    crumb: 'Demo',
    title: 'See it live: online demo and guided demo',
    description:
      'Sign in to the live demo in six roles, or book a guided demo of 45-60 minutes with your own questions. We answer within 24 hours.',
  },
  '/pricing': {
    crumb: 'Pricing',
    title: 'Pricing: plans, add-ons and services',
    description:
      'Termly and annual plans for 1 to 1,500 students, yearly licences for your own server, every add-on and service, in KES and USD.',
  },
  '/contact': {
    crumb: 'Contact',
    title: 'Contact us',
    description: 'Talk to people in Nairobi who know how a school term runs. Phone, email, office hours and a message form.',
  },
  '/about': {
    crumb: 'About',
    title: 'About us',
    description: 'Founded in 2017, in schools since 2019: who we are, what we hold to, and what schools have done with the product.',
  },
  '/terms': {
    crumb: 'Terms of Service',
    title: 'Terms of Service',
    description: 'The terms on which schools use the SaaS and Standalone versions: subscriptions, licences, uptime, refunds, data and law.',
  },
  '/privacy': {
    crumb: 'Privacy Policy',
    title: 'Privacy Policy',
    description:
      'What we collect about schools, staff, parents and students, why, for how long, and the rights the Data Protection Act 2019 gives you.',
  },
  '/faq': {
    crumb: 'FAQ',
    title: 'Questions and answers',
    description: 'Trials, licences, billing, migration, security and requirements: 24 answers about both versions.',
  },
  '/support': {
    crumb: 'Support',
    title: 'Support',
    description: 'Email, phone and live chat, a ticket form with a number to quote, and answers you can find yourself.',
  },
};

/** `Pricing | Masomo` */
export function titleOf(title: string, brand: string): string {
  return `${title} | ${brand}`;
}
