import { newModuleCommand } from '../modules/newModuleCommand.ts';

/** `npm run addon -- new <slug> "<Title>"` makes an add-on that builds and can be released. */
await newModuleCommand('addon', process.argv.slice(2));
