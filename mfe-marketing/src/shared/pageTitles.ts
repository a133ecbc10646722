import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Title of each page, to which the brand's name is appended. */
export const pageTitles: Record<string, MessageDescriptor> = {
  '/': msg`School management for Kenya, in the cloud or on your server`,
  '/versions': msg`SaaS or Standalone: the two versions compared`,
  '/features': msg`Features: every module and add-on`,
  '/demo': msg`See it live: online demo and guided demo`,
  '/pricing': msg`Pricing: plans, add-ons and services`,
  '/contact': msg`Contact us`,
  '/trial': msg`Start your free trial`,
  '/about': msg`About us`,
  '/terms': msg`Terms of Service`,
  '/privacy': msg`Privacy Policy`,
  '/faq': msg`Questions and answers`,
  '/verify': msg`Check a paper of a school`,
  '/support': msg`Support`,
};

/** `Pricing | Masomo` */
export function titleOf(title: string, brand: string): string {
  return `${title} | ${brand}`;
}
