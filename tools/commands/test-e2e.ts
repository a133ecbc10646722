import { ensureChromium } from '../../e2e/chromium.ts';
import { run } from '../process/run.ts';

ensureChromium();
await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)]);
