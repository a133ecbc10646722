/** Whether a link can have this URL: a path of the site, http(s), mailto or tel. Scripts, data URLs and protocol-relative URLs are not safe. */
export function isSafeHref(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|#|\/(?!\/))/i.test(href) && !/[\u0000-\u0020\\]/.test(href);
}
