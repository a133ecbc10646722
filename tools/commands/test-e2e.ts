import { ensureChromium } from '../browser/chromium.ts';
import { variants, openVariant } from '../browser/openVariant.ts';
import { runTool } from '../process/runTool.ts';

/** `npm run test:e2e`: the journeys in a browser; with `-- --behind two-gateways` or `postgres-15` on what production runs on. */
const args = process.argv.slice(2);
const at = args.indexOf('--behind');
const [, asked] = at < 0 ? [] : args.splice(at, 2);
const behind = variants.find((name) => name === asked);
if (at >= 0 && !behind) {
  console.error(`--behind must be one of ${variants.join(', ')}.`);
  process.exit(1);
}
ensureChromium();
const opened = behind && (await openVariant(behind, console.log));
Object.assign(process.env, opened?.environment);
try {
  process.exitCode = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...args]);
} finally {
  await opened?.close();
}
