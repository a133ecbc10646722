import { ensureTestBrowser } from '../browser/chromium.ts';
import { runTool } from '../process/runTool.ts';
import { checkCatalogues, updateCatalogues } from '../messages/updateCatalogues.ts';

/**
 * `npm run messages` brings the catalogues of all packages (`<package>/locales/<language>.po`) up to date with the texts in the
 * sources; with `--check` it changes nothing and lists what is wrong with them. With `--screens` a browser opens every screen of
 * every role in the pseudo language and lists texts that are no message or that are cut; `-- --screens -g parent` those of one.
 */
const screensAt = process.argv.indexOf('--screens');
if (screensAt > 0) {
  process.env['PSEUDO_LANGUAGE'] = 'on';
  ensureTestBrowser();
  process.exitCode = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(screensAt + 1)]);
} else if (process.argv.includes('--check')) {
  let total = 0;
  for (const { name, findings } of checkCatalogues()) {
    total += findings.length;
    console.log(`${String(findings.length).padStart(5)}  ${name}`);
    for (const finding of findings) console.log(`         ${finding}`);
  }
  process.exitCode = total === 0 ? 0 : 1;
} else {
  for (const { folder, texts, translated } of updateCatalogues())
    console.log(`${folder.padEnd(22)} ${String(texts).padStart(5)} texts ${String(texts - translated).padStart(6)} not translated`);
}
