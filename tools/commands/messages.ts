import { checkCatalogues, updateCatalogues } from '../messages/updateCatalogues.ts';

/**
 * `npm run messages` brings the catalogues of all packages (`<package>/locales/<language>.po`) up to date with the texts in the
 * sources; with `--check` it changes nothing and lists what is wrong with them.
 */
if (process.argv.includes('--check')) {
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
