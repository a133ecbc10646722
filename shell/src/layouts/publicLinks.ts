/** The site's main menu, in order. */
export const publicLinks = [
  { to: '/', label: 'Home' },
  { to: '/versions', label: 'Versions' },
  { to: '/features', label: 'Features' },
  { to: '/demo', label: 'Demo' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/store', label: 'Store' },
  { to: '/about', label: 'About' },
] as const;

/** For signed-out visitors; others get the dashboard instead. */
export const visitorLinks = [{ to: '/contact', label: 'Contact Us' }] as const;

/** Link groups of the footer. */
export const footerLinks = [
  {
    title: 'Product',
    links: [
      { to: '/versions', label: 'Versions' },
      { to: '/features', label: 'Features' },
      { to: '/pricing', label: 'Pricing' },
      { to: '/store', label: 'Add-on store' },
      { to: '/demo', label: 'Demo' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: '/about', label: 'About' },
      { to: '/contact', label: 'Contact' },
      { to: '/support', label: 'Support' },
      { to: '/faq', label: 'FAQ' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
    ],
  },
] as const;
