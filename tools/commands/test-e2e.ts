import { ensureTestBrowser } from '../browser/chromium.ts';
import { variants, openVariant } from '../browser/openVariant.ts';
import { runTool } from '../process/runTool.ts';

/** `npm run test:e2e [-- --variant two-gateways|postgres-15]` runs the browser tests, optionally in an environment closer to production. */
const args = process.argv.slice(2);
const at = args.indexOf('--variant');
const [, requested] = at < 0 ? [] : args.splice(at, 2);
const variant = variants.find((name) => name === requested);
if (at >= 0 && !variant) {
  console.error(`--variant must be one of ${variants.join(', ')}.`);
  process.exit(1);
}
ensureTestBrowser();
const opened = variant && (await openVariant(variant, console.log));
Object.assign(process.env, opened?.environment);
try {
  process.exitCode = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...args]);
} finally {
  await opened?.close();
}
