import type { Page } from '@playwright/test';

const required = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy'];
const requiredOfOwn = [...required, 'cross-origin-opener-policy'];

/** Records CSP violations, console errors and responses without security headers. Returns what it has recorded. */
export async function watchRules(page: Page): Promise<string[]> {
  const broken: string[] = [];
  const origin = new URL(process.env['E2E_BASE_URL'] ?? 'http://localhost').origin;
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(`console on ${new URL(page.url()).pathname}: ${message.text().slice(0, 300)}`);
  });
  page.on('response', (response) => {
    if (!response.url().startsWith(origin)) return;
    const isOwn = response.request().resourceType() === 'document' && new URL(response.url()).pathname.startsWith('/dashboard');
    const missing = (isOwn ? requiredOfOwn : required).filter((name) => !response.headers()[name]);
    if (missing.length > 0) broken.push(`${response.status()} ${new URL(response.url()).pathname} without ${missing.join(', ')}`);
  });
  await page.exposeFunction('policyBroken', (text: string) => {
    broken.push(text);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      void (window as unknown as { policyBroken(text: string): Promise<void> }).policyBroken(
        `${location.pathname}: ${event.effectiveDirective} forbids ${event.blockedURI}`,
      );
    });
  });
  return broken;
}
