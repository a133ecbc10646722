import { msg } from '@lingui/core/macro';

/** The site's main menu, in order. */
export const publicLinks = [
  { to: '/', label: msg`Home` },
  { to: '/versions', label: msg`Versions` },
  { to: '/features', label: msg`Features` },
  { to: '/demo', label: msg`Demo` },
  { to: '/pricing', label: msg`Pricing` },
  { to: '/store', label: msg`Store` },
  { to: '/about', label: msg`About` },
] as const;

/** For signed-out visitors; others get the dashboard instead. */
export const visitorLinks = [{ to: '/contact', label: msg`Contact Us` }] as const;

/** Link groups of the footer. */
export const footerLinks = [
  {
    title: msg`Product`,
    links: [
      { to: '/versions', label: msg`Versions` },
      { to: '/features', label: msg`Features` },
      { to: '/pricing', label: msg`Pricing` },
      { to: '/store', label: msg`Add-on store` },
      { to: '/demo', label: msg`Demo` },
    ],
  },
  {
    title: msg`Company`,
    links: [
      { to: '/about', label: msg`About` },
      { to: '/contact', label: msg`Contact` },
      { to: '/support', label: msg`Support` },
      { to: '/faq', label: msg`FAQ` },
    ],
  },
  {
    title: msg`Legal`,
    links: [
      { to: '/terms', label: msg`Terms of Service` },
      { to: '/privacy', label: msg`Privacy Policy` },
    ],
  },
] as const;
