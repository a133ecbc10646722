/** Whether a link may lead to this address: inside the site, the web, mail or telephone. Scripts, data URLs and protocol-relative addresses are refused. */
export function isSafeHref(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|#|\/(?!\/))/i.test(href) && !/[\u0000-\u0020\\]/.test(href);
}
