import { newAddon } from '../addons/newAddon.ts';

/** `npm run addon -- new <slug> "<Name>"` makes an add-on that builds and can be released. */
try {
  const [command, slug = '', name = ''] = process.argv.slice(2);
  if (command !== 'new') throw new Error('Usage: npm run addon -- new school-bus "School Bus"');
  for (const file of await newAddon(slug, name)) console.log(file);
  console.log(`\nNext: npm install, then docs/addons.md.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
