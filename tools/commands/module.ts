import { newModuleCommand } from '../modules/newModuleCommand.ts';

/** `npm run module -- new <slug> "<Title>"` makes a module that builds and can be released. */
await newModuleCommand('module', process.argv.slice(2));
