import { apps, assertWithinBudget, buildChanged, describeSize, measureSizes, parseApp } from '../build/index.ts';

/** `npm run build -- [app…]` builds the apps that changed and checks the JavaScript budget. */
try {
  const names = process.argv.slice(2);
  const built = await buildChanged({
    apps: names.length > 0 ? names.map(parseApp) : apps,
    onBuilt: ({ app, version, isNew, milliseconds }) =>
      console.log(`${app.padEnd(18)} ${version}  ${isNew ? `built in ${(milliseconds / 1000).toFixed(1)} s` : 'unchanged'}`),
  });
  const measured = await measureSizes(built);
  for (const entry of measured) console.log(`${entry.what.padEnd(42)} ${describeSize(entry)}`);
  assertWithinBudget(measured);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
